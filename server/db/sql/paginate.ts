import { expressionBuilder, sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder, Simplify } from 'kysely';
import type { Pagination } from '#shared/protocol/pagination.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** Totals counted row by row stop at this number and are shown as "10,000+". */
export const COUNT_CAP = 10_000;

/** The page, limit and total that every list returns. */
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

/** A page of the rows of a query, in its order, and the number of all. */
export async function readPage<Db, Table extends keyof Db, Row>(
  rowsOf: SelectQueryBuilder<Db, Table, Row>,
  query: { page: number; limit: number },
): Promise<{ rows: Simplify<Row>[]; pagination: Pagination }> {
  const [rows, { total }] = await Promise.all([
    rowsOf
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    rowsOf
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, pagination: pageOf(query, total) };
}

const { lit } = expressionBuilder<ClientTables>();

/**
 * How many rows `FROM … WHERE …` finds, counted up to one past the cap; the cap is inlined in the SQL so that
 * the planner sees it.
 */
export function cappedCount(from: RawBuilder<unknown>, cap = COUNT_CAP): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM (SELECT ${from} LIMIT ${lit(cap + 1)}) capped)`;
}

/** The page of a list whose total came from `cappedCount`. */
export function cappedPageOf(query: { page: number; limit: number }, counted: number): Pagination {
  return pageOf(query, Math.min(counted, COUNT_CAP), counted > COUNT_CAP);
}

/** Text for LIKE in which `%`, `_` and `\` are literal. */
export function literal(term: string): string {
  return term.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`);
}

export function containing(term: string): string {
  return `%${literal(term)}%`;
}
