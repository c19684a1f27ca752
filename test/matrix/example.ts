import type { Endpoint } from '#shared/endpoint.ts';
import type { TestApp } from '#test/app.ts';
import type { Principal } from '#test/principals.ts';
import { mayFurther } from '#test/rights.ts';
import type { RIGHTS } from '#test/rights.ts';
import type { Kind, Target } from '#test/targets.ts';
import type { World } from '#test/world.ts';

/** What a call sends; ids of its path are named as there. */
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object };

/** Who calls, and whose object the call names. */
export type Call = { test: TestApp; world: World; principal: Principal; target: Target };

/** How the matrix calls an endpoint: with input that whoever has the permission may send. */
export type Example = {
  /** What the path's `:id` is; a call that will succeed gets a new one, so that no cell depends on another. */
  object?: Kind;
  input?: (call: Call) => Input;
  /** The call leaves its object as usable as it was: one's own will do, where a new one would be nobody's. */
  keeps?: true;
  /** The call ends the caller's session or changes the account: each living principal is cloned for it. */
  spends?: true;
  /** Status for somebody with the permission, where that is not the endpoint's own (or 404 for what is not theirs). */
  status?: (principal: Principal) => number | undefined;
};

/** The calls of a feature: who may make each, by hand, and an example, where its path or body needs something. */
export type Examples = readonly (readonly [Endpoint, keyof typeof RIGHTS, Example?])[];

/** Input of a body alone. */
export const body = (value: object) => ({ body: value });
/** Whether somebody sees every client. */
const seesAll = ({ person }: Principal) =>
  person?.role === 'superadmin' || (person?.role === 'admin' && person.clientId === null);
/** Whether somebody needs a client and has none. */
const homeless = ({ person }: Principal) =>
  person !== undefined && person.clientId === null && !['superadmin', 'admin'].includes(person.role);
/** People of all clients name the one they write in. */
export const intoAlpha = ({ principal, world }: Call) =>
  seesAll(principal) ? { query: { clientId: world.alpha.id } } : {};
/** Leads of the matrix are nobody's who only sells. */
export const deletesAny = ({ person }: Principal) =>
  mayFurther(person, 'leads.delete_any') ? undefined : 403;
/** Whether somebody may name leads of alpha in a body. */
export const reachesAlpha = (principal: Principal) => sees(principal, 'own');
/** Where a client is needed, people without one are refused with 403. */
export const needsClient = (principal: Principal) => (homeless(principal) ? 403 : undefined);

/** Whether the target of a call is there for its caller. */
export function sees(principal: Principal, target: Target): boolean {
  if (target === 'nonexistent') return false;
  return seesAll(principal) || (target === 'own' && principal.person?.clientId !== null);
}
