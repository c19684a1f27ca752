import type { Principal } from '#test/safety/principals.ts';

/** Whether a caller has access to all clients. */
export const seesAll = ({ person }: Principal) => person?.clientId === null;

/** A status, optionally with the rows of the response. */
export type Expected = number | { status: number; rows: 'none' | 'of beta' };
/** The expected results for `other` (beta's id) and `nonexistent`, for a caller with the permission. */
export type Rule = {
  id: () => string;
  other: (caller: Principal) => Expected;
  nonexistent: (caller: Principal) => Expected;
};

/** A list without rows. */
export const NOTHING: Expected = { status: 200, rows: 'none' };
/** Narrows a list to the rows of an id. */
export const filter = (id: () => string): Rule => ({
  id,
  other: (caller) => (seesAll(caller) ? { status: 200, rows: 'of beta' } : NOTHING),
  nonexistent: () => NOTHING,
});
/** An id that would be stored. */
export const reference = (id: () => string): Rule => ({ id, other: () => 422, nonexistent: () => 422 });
/** An id that no caller can see, whoever owns it. */
export const unseen = (id: () => string): Rule => ({ id, other: () => 404, nonexistent: () => 404 });
/** Narrows a response that is a file or a position. */
export const harmless = (id: () => string): Rule => ({ id, other: () => 200, nonexistent: () => 200 });
