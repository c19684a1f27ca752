import type { Endpoint } from '#shared/endpoint.ts';
import type { TestApp } from '#test/app.ts';
import type { Principal } from '#test/principals.ts';
import { mayFurther } from '#test/rights.ts';
import type { RIGHTS } from '#test/rights.ts';
import type { Kind, Target } from '#test/targets.ts';
import type { World } from '#test/world.ts';

/** The input of a call; ids of its path are named as there. */
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object };

/** A call: the caller, and the owner of the object that the call names. */
export type Call = { test: TestApp; world: World; principal: Principal; target: Target };

/** An example of a call, with input that every caller with the permission may send. */
export type Example = {
  /**
   * The kind of object that the path's `:id` names; a call that will succeed gets a new one, so that no cell depends
   * on another.
   */
  object?: Kind;
  input?: (call: Call) => Input;
  /** The call leaves its object as usable as it was: one's own will do, where a new one would be nobody's. */
  keeps?: true;
  /** The call ends the caller's session or changes the account: each living principal is cloned for it. */
  spends?: true;
  /** The status for a caller with the permission, unless it is the endpoint's own (or 404 for others' objects). */
  status?: (principal: Principal) => number | undefined;
};

/** The calls of a feature: the right to each, by hand, and an example, where path or body need input. */
export type Examples = readonly (readonly [Endpoint, keyof typeof RIGHTS, Example?])[];

/** Input of a body alone. */
export const body = (value: object) => ({ body: value });
/** Whether somebody sees every client. */
const seesAll = ({ person }: Principal) =>
  person?.role === 'superadmin' || (person?.role === 'admin' && person.clientId === null);
/** Whether somebody needs a client and has none. */
const homeless = ({ person }: Principal) =>
  person !== undefined && person.clientId === null && !['superadmin', 'admin'].includes(person.role);
/** The client in which people of all clients write. */
export const intoAlpha = ({ principal, world }: Call) =>
  seesAll(principal) ? { query: { clientId: world.alpha.id } } : {};
/** The client of the named object, for people of all clients. */
export const intoOwner = (call: Call) => {
  const { query } = intoAlpha(call);
  return query && call.target === 'other'
    ? { query: { clientId: call.world.beta.id } }
    : { ...(query && { query }) };
};
/** The status of deleting a lead: 403 for salesreps, who have created no lead of the matrix. */
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
