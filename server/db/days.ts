import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { startOfDay, zoneOf } from '#shared/dates.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';

/** A column with moments, `leads.created_at`, and its table. */
type Moment = { table: 'leads' | 'call_logs' | 'reminders'; column: RawBuilder<unknown> };

/**
 * From and To as days of the calendar of whichever client has the row, both included. Throws 422 for days that do not
 * exist or run backwards.
 */
export function dayConditions(
  scope: ReadScope,
  { table, column }: Moment,
  { from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined },
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (from_date && to_date && from_date > to_date) {
    throw new InvalidInput([{ field: 'from_date', message: 'From date cannot be after To date' }]);
  }
  if (from_date) {
    const from = edge(scope, table, (timeZone) => startOfDay(from_date, timeZone));
    if (!from)
      throw new InvalidInput([{ field: 'from_date', message: 'From date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${column} >= ${from}`);
  }
  if (to_date) {
    const after = edge(
      scope,
      table,
      (timeZone) => startOfDay(to_date, timeZone) && startOfDay(to_date, timeZone, 1),
    );
    if (!after) throw new InvalidInput([{ field: 'to_date', message: 'To date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${column} < ${after}`);
  }
  return conditions;
}

/** The moment at which a day begins where the row belongs; undefined for a day that does not exist. */
function edge(
  scope: ReadScope,
  table: Moment['table'],
  begins: (timeZone: string) => Date | undefined,
): RawBuilder<unknown> | undefined {
  const usual = begins(zoneOf(scope.client));
  if (!usual) return undefined;
  if (scope.zones.length === 0) return sql`${usual}`;
  const elsewhere = scope.zones.map(
    ({ timeZone, clients }) =>
      sql`WHEN ${scope.clientId(table)} = ANY(${clients}::uuid[]) THEN ${begins(timeZone)}::timestamptz`,
  );
  return sql`CASE ${sql.join(elsewhere, sql` `)} ELSE ${usual}::timestamptz END`;
}
