import type { Principal } from '#test/principals.ts';

/** Whether a caller sees every client. */
export const seesAll = ({ person }: Principal) => person?.clientId === null;

/** A status, or one with the rows of the answer. */
export type Expected = number | { status: number; rows: 'none' | 'of beta' };
/** The answers for `other` (beta's id) and `nonexistent` to somebody who has the permission. */
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
/** An id that is to be stored. */
export const reference = (id: () => string): Rule => ({ id, other: () => 422, nonexistent: () => 422 });
/** An id that is not seen, whosever it is. */
export const unseen = (id: () => string): Rule => ({ id, other: () => 404, nonexistent: () => 404 });
/** Narrows an answer that is a file or a place. */
export const harmless = (id: () => string): Rule => ({ id, other: () => 200, nonexistent: () => 200 });
