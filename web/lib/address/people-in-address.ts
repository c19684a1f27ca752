import { isId } from '#shared/fields/fields.ts';
import { MAX_VALUES } from '#shared/protocol/several.ts';

/**
 * The people in an address's `user_id`: ids, `me`, or `none` for unassigned. Other values count as missing.
 */
export function readPeople(search: URLSearchParams): readonly string[] {
  const people = search.getAll('user_id').filter((one) => one === 'me' || one === 'none' || isId(one));
  return [...new Set(people)].slice(0, MAX_VALUES);
}
