import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { dayOf, startOfDay, zoneOf } from '#shared/values/dates.ts';
import { isRelativeDays, relativeDays } from '#shared/values/relative-days.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';

/** A timestamp column like `leads.created_at`, and its table. */
type Moment = { table: 'leads' | 'call_logs' | 'reminders'; column: RawBuilder<unknown> };

/**
 * Conditions for From and To, both inclusive, as days in the calendar of the row's client. Throws 422 for
 * days that do not exist or are out of order, naming the query's two parameters.
 */
export function dayConditions(
  scope: ReadScope,
  { table, column }: Moment,
  { from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined },
  names = { from_date: 'from_date', to_date: 'to_date' },
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (from_date && to_date && from_date > to_date) {
    throw new InvalidInput([{ field: names.from_date, message: 'From date cannot be after To date' }]);
  }
  if (from_date) {
    const from = edge(scope, table, (timeZone) => startOfDay(from_date, timeZone));
    if (!from)
      throw new InvalidInput([{ field: names.from_date, message: 'From date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${column} >= ${from}`);
  }
  if (to_date) {
    const after = edge(
      scope,
      table,
      (timeZone) => startOfDay(to_date, timeZone) && startOfDay(to_date, timeZone, 1),
    );
    if (!after)
      throw new InvalidInput([{ field: names.to_date, message: 'To date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${column} < ${after}`);
  }
  return conditions;
}

/**
 * Conditions for relative days, like “today”, in the time zone of the row's client; a row must match any one
 * of them.
 */
export function relativeDayConditions(
  scope: ReadScope,
  { table, column }: Moment,
  words: readonly string[],
): RawBuilder<SqlBool>[] {
  const now = new Date();
  const begins = (word: string, end: 'from' | 'to') => (timeZone: string) => {
    const day = relativeDays(word, dayOf(now, timeZone))[end];
    return day === undefined ? undefined : startOfDay(day, timeZone, end === 'to' ? 1 : 0);
  };
  return words.filter(isRelativeDays).map((word) => {
    const [from, after] = (['from', 'to'] as const).map((end) => edge(scope, table, begins(word, end)));
    const ends = [
      ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
      ...(after ? [sql<SqlBool>`${column} < ${after}`] : []),
    ];
    return sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
  });
}

/** The time zone of the client that owns the row of `table`. */
export function zoneOfRow(scope: ReadScope, table: Moment['table']): RawBuilder<string> {
  const usual = zoneOf(scope.client);
  if (scope.zones.length === 0) return sql<string>`${usual}`;
  const elsewhere = scope.zones.map(
    ({ timeZone, clients }) => sql`WHEN ${scope.clientId(table)} = ANY(${clients}::uuid[]) THEN ${timeZone}`,
  );
  return sql<string>`CASE ${sql.join(elsewhere, sql` `)} ELSE ${usual} END`;
}

/** The moment a day begins in the time zone of the row's client; undefined for a day that does not exist. */
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
