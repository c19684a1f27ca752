import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import {
  CALLS_CELL,
  MIRRORED_CALLS,
  MIRRORED_REMINDERS,
  REMINDERS_CELL,
} from '#server/db/tables/mirrored-tables.ts';
import { addLines } from '#server/leads/changes/lead-counters.queries.ts';
import { hidesReminder } from '#server/leads/list/not-in-trash.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';

/**
 * The work on leads that the mirror counts: the table of its sums, their key columns and number, the counted
 * columns of a row, the key of such a row, the leads `l` that hide it, and the sign of a row whose lead has
 * been hidden or shown.
 */
const COUNTED = {
  reminders: {
    sums: MIRRORED_REMINDERS,
    cell: REMINDERS_CELL,
    number: 'reminders',
    columns: sql`lead_id, reminder_date, is_completed`,
    line: sql`(reminder_date AT TIME ZONE ${DEFAULT_TIME_ZONE})::date AS day, is_completed`,
    hides: (row: string) => hidesReminder('l', row),
    sign: sql`CASE WHEN theirs.is_completed THEN turned.sign ELSE turned.open_sign END`,
  },
  call_logs: {
    sums: MIRRORED_CALLS,
    cell: CALLS_CELL,
    number: 'calls',
    columns: sql`lead_id, call_type, call_status`,
    line: sql`call_type, call_status`,
    hides: () => sql<SqlBool>`l.deleted_at IS NOT NULL`,
    sign: sql`turned.sign`,
  },
} as const;
export type Work = keyof typeof COUNTED;
export const WORK = Object.keys(COUNTED) as Work[];

export const isWork = (table: string): table is Work => table in COUNTED;

/** The columns of a work row that are counted. */
export const countedOf = (work: Work): RawBuilder<unknown> => COUNTED[work].columns;

/**
 * A lead that has entered the trash (`sign` -1) or left it (1), and whether its open work has become hidden,
 * in the trash or the archive (`open_sign` -1), or visible (1).
 */
export type Turned = { id: string; sign: 1 | 0 | -1; open_sign: 1 | 0 | -1 };

/** The sums of this work, and the same numbers counted row by row, each as one text. */
export function sumsOfWork(work: Work): { kept: RawBuilder<string>; counted: RawBuilder<string> } {
  const { sums, cell, number, line, hides } = COUNTED[work];
  const columns = sql.join(cell.map((column) => sql.id(column)));
  const asText = (rows: RawBuilder<unknown>) =>
    sql<string>`(SELECT json_agg(t ORDER BY t)::text FROM (${rows}) sums)`;
  return {
    kept: asText(
      sql`SELECT ROW(${columns}, ${sql.id(number)})::text AS t FROM ${inMirror(sums)} WHERE ${sql.id(number)} <> 0`,
    ),
    counted:
      asText(sql`SELECT ROW(${columns}, count(*))::text AS t FROM (SELECT ${line} FROM ${inMirror(work)} r
      WHERE NOT EXISTS (SELECT 1 FROM ${inMirror('leads')} l
        WHERE l.id = r.lead_id AND l.client_id = r.client_id AND ${hides('r')})) lines
      GROUP BY ${columns}`),
  };
}

/** Adds these rows of a client's work to the sums, or subtracts them; hidden work is not counted. */
export function addWork(
  work: Work,
  clientId: string,
  rows: readonly { from: RawBuilder<unknown>; sign: 1 | -1 }[],
): RawBuilder<Record<string, unknown>> {
  const { line, number, hides } = COUNTED[work];
  // OFFSET 0 keeps the lookup per row: the planner doesn't know that few have changed, and would read all leads.
  const hiding = sql`SELECT 1 FROM ${inMirror('leads')} l
    WHERE l.id = counted.lead_id AND l.client_id = ${clientId}::uuid AND ${hides('counted')} OFFSET 0`;
  const lines = rows.map(
    ({ from, sign }) =>
      sql`SELECT ${line}, ${sign === 1 ? sql`1` : sql`-1`} AS ${sql.id(number)} FROM ${from} counted WHERE NOT EXISTS (${hiding})`,
  );
  return addToSums(work, sql`(${sql.join(lines, sql` UNION ALL `)}) lines`);
}

/** The statement that recounts the work on leads that have been hidden or shown. */
export function turnWork(
  work: Work,
  clientId: string,
  turned: readonly Turned[],
): RawBuilder<Record<string, unknown>> {
  const { line, number, columns, sign } = COUNTED[work];
  const ids = turned.map(({ id }) => id);
  const signs = turned.map((lead) => lead.sign);
  const openSigns = turned.map((lead) => lead.open_sign);
  // OFFSET 0 keeps the lookup per lead: otherwise the planner would read all work for a few hundred leads.
  return addToSums(
    work,
    sql`(
    SELECT ${line}, ${sign} AS ${sql.id(number)}
    FROM unnest(${ids}::uuid[], ${signs}::int[], ${openSigns}::int[]) AS turned (id, sign, open_sign),
      LATERAL (SELECT ${columns} FROM ${inMirror(work)} r
        WHERE r.lead_id = turned.id AND r.client_id = ${clientId}::uuid OFFSET 0) theirs
  ) lines`,
  );
}

function addToSums(work: Work, lines: RawBuilder<unknown>): RawBuilder<Record<string, unknown>> {
  const { sums, cell, number } = COUNTED[work];
  return addLines(inMirror(sums), { cell, key: cell, numbers: [number] }, lines);
}
