import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { TestApp } from '#test/app.ts';
import type { Principal } from '#test/safety/principals.ts';
import { mayFurther } from '#test/safety/rights.ts';
import type { RIGHTS } from '#test/safety/rights.ts';
import type { Kind, Target } from '#test/safety/targets.ts';
import type { World } from '#test/world.ts';

/** The input of a call; path ids have the names used in the path. */
export type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object };

/** A call: the caller, and the owner of the object it names. */
export type Call = { test: TestApp; world: World; principal: Principal; target: Target };

/** An example of a call, with input that every caller with the permission may send. */
export type Example = {
  /**
   * The kind of object that the path's `:id` names. A call that will succeed gets a new one, so that no cell
   * depends on another.
   */
  object?: Kind;
  input?: (call: Call) => Input;
  /**
   * The call leaves its object as usable as before, so the caller's own is used, where a new one would belong
   * to nobody.
   */
  keeps?: true;
  /** The call ends the caller's session or changes the account, so each living principal is cloned for it. */
  spends?: true;
  /**
   * The status for a caller with the permission, unless it is the endpoint's default (or 404 for others'
   * objects).
   */
  status?: (principal: Principal) => number | undefined;
};

/**
 * The calls of a feature: the right to each, written by hand, and an example where path or body need input.
 */
export type Examples = readonly (readonly [Endpoint, keyof typeof RIGHTS, Example?])[];

/** Input that is only a body. */
export const body = (value: object) => ({ body: value });
/** Whether a caller has access to all clients. */
const seesAll = ({ person }: Principal) =>
  person?.role === 'superadmin' || (person?.role === 'admin' && person.clientId === null);
/** Whether a caller needs a client and has none. */
const homeless = ({ person }: Principal) =>
  person !== undefined && person.clientId === null && !['superadmin', 'admin'].includes(person.role);
/** The client in which users with access to all clients write. */
export const intoAlpha = ({ principal, world }: Call) =>
  seesAll(principal) ? { query: { clientId: world.alpha.id } } : {};
/** The client of the named object, for users with access to all clients. */
export const intoOwner = (call: Call) => {
  const { query } = intoAlpha(call);
  return query && call.target === 'other'
    ? { query: { clientId: call.world.beta.id } }
    : { ...(query && { query }) };
};
/** The status of deleting a lead: 403 for sales reps, who have created no lead in the matrix. */
export const deletesAny = ({ person }: Principal) =>
  mayFurther(person, 'leads.delete_any') ? undefined : 403;
/** Whether a caller may name leads of alpha in a body. */
export const reachesAlpha = (principal: Principal) => sees(principal, 'own');
/** Where a client is needed, users without one are refused with 403. */
export const needsClient = (principal: Principal) => (homeless(principal) ? 403 : undefined);

/** Whether the caller can see the target of a call. */
export function sees(principal: Principal, target: Target): boolean {
  if (target === 'nonexistent') return false;
  return seesAll(principal) || (target === 'own' && principal.person?.clientId !== null);
}
