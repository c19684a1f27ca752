import assert from 'node:assert/strict';
import type { TestApp } from '#test/app.ts';
import { readerOf } from '#test/rows/reader.ts';
import type { TestClient } from '#test/world.ts';

/**
 * The totals that the counters must have, by `count(*)` over the leads, independent of the code that
 * maintains them.
 */
const totals = (
  schema: string,
) => `SELECT status, source, assigned_to, is_archived, is_duplicate, count(*) AS leads, coalesce(sum(value), 0) AS value
  FROM ${schema}.leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5`;
const days = (
  schema: string,
) => `SELECT (created_at AT TIME ZONE (SELECT time_zone FROM core.clients WHERE schema_name = '${schema}'))::date AS day, is_archived, is_duplicate, count(*) AS leads
  FROM ${schema}.leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3`;

const statusDays = (schema: string) =>
  days(schema).replace('is_archived', 'status, is_archived').replace('1, 2, 3', '1, 2, 3, 4');

/** Statements that rebuild a schema's counters from its leads, for leads written directly. */
export const recount = (schema: string) => `
  DELETE FROM ${schema}.lead_totals;
  DELETE FROM ${schema}.lead_days;
  DELETE FROM ${schema}.lead_status_days;
  INSERT INTO ${schema}.lead_totals (status, source, assigned_to, is_archived, is_duplicate, leads, value) ${totals(schema)};
  INSERT INTO ${schema}.lead_days (day, is_archived, is_duplicate, leads) ${days(schema)};
  INSERT INTO ${schema}.lead_status_days (day, status, is_archived, is_duplicate, leads) ${statusDays(schema)};
  ANALYZE ${schema}.lead_totals;
  ANALYZE ${schema}.lead_days;
  ANALYZE ${schema}.lead_status_days;`;

/** Cells in which the counters and the leads disagree; empty if all is well. */
export async function countingErrors(
  test: Pick<TestApp, 'database' | 'owner'>,
  { schema }: Pick<TestClient, 'schema'>,
): Promise<unknown[]> {
  const counted = `SELECT status, source, assigned_to, is_archived, is_duplicate, sum(leads), sum(value) FROM ${schema}.lead_totals
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(leads) <> 0 OR sum(value) <> 0`;
  const countedDays = `SELECT day, is_archived, is_duplicate, sum(leads) FROM ${schema}.lead_days GROUP BY 1, 2, 3 HAVING sum(leads) <> 0`;
  const known = (table: string) =>
    `SELECT day, status, is_archived, is_duplicate, leads FROM ${schema}.${table}`;
  const countedStatuses = `SELECT day, status, is_archived, is_duplicate, sum(leads) FROM (
    ${known('lead_status_days')} UNION ALL ${known('lead_days')} WHERE status IS NOT NULL) counted GROUP BY 1, 2, 3, 4 HAVING sum(leads) <> 0`;
  const reader = await readerOf(test);
  const wrong: unknown[] = [];
  for (const [found, truth] of [
    [counted, totals(schema)],
    [countedDays, days(schema)],
    [countedStatuses, statusDays(schema)],
  ])
    for (const query of [`(${found}) EXCEPT ALL (${truth})`, `(${truth}) EXCEPT ALL (${found})`])
      wrong.push(...(await reader.query<object>(query)).rows);
  return wrong;
}

/** Asserts that the counters of a client agree with `count(*)`. */
export async function assertCounted(
  test: Pick<TestApp, 'database' | 'owner'>,
  client: Pick<TestClient, 'schema'>,
): Promise<void> {
  assert.deepEqual(await countingErrors(test, client), []);
}
