import { expressionBuilder, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Pagination } from '#shared/pagination.ts';
import type { ClientTables } from '#server/db/tables.ts';

/** Totals that are counted row by row stop at this number and are shown as "10,000+". */
export const COUNT_CAP = 10_000;

/** The page, limit and total that every list answers. */
export function pageOf(
  { page, limit }: { page: number; limit: number },
  total: number,
  totalIsCapped = false,
): Pagination {
  return {
    page,
    limit,
    total,
    totalPages: Math.max(1, Math.ceil(total / limit)),
    ...(totalIsCapped && { totalIsCapped }),
  };
}

const { lit } = expressionBuilder<ClientTables>();

/** How many rows `FROM … WHERE …` finds, counted to one past the cap at most; the cap is in the text, where plans see it. */
export function cappedCount(from: RawBuilder<unknown>, cap = COUNT_CAP): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM (SELECT ${from} LIMIT ${lit(cap + 1)}) capped)`;
}

/** The page of a list whose total was counted by `cappedCount`. */
export function cappedPageOf(query: { page: number; limit: number }, counted: number): Pagination {
  return pageOf(query, Math.min(counted, COUNT_CAP), counted > COUNT_CAP);
}

/** Text for LIKE in which `%`, `_` and `\` mean themselves. */
export function literal(term: string): string {
  return term.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`);
}

export function containing(term: string): string {
  return `%${literal(term)}%`;
}
