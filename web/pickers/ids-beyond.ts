import { isId } from '#shared/fields/fields.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';

/**
 * The ids among these values that are not in the rows, as the `ids` of a list takes them: a page at most, in
 * an order that does not depend on theirs. Empty when there are none.
 */
export function idsBeyond(values: readonly string[], rows: readonly { id: string }[]): string {
  const known = new Set(rows.map(({ id }) => id));
  const missing = values.filter((value) => isId(value) && !known.has(value));
  return [...new Set(missing)].toSorted().slice(0, MAX_PAGE_SIZE).join(',');
}
