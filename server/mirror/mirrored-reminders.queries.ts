import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { MIRRORED_REMINDERS, REMINDERS_CELL } from '#server/db/mirror-tables.ts';
import { addLines } from '#server/leads/lead-counters.queries.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';

/** The columns of a reminder that are counted. */
export const COUNTED_OF_REMINDER = sql`lead_id, reminder_date, is_completed`;

/** A lead that has come to the trash (`sign` -1) or out of it (1). */
export type Turned = { id: string; sign: 1 | -1 };

const LINE = sql`(reminder_date AT TIME ZONE ${DEFAULT_TIME_ZONE})::date AS day, is_completed`;

/** The reminders of the mirror by day and group, counted one by one, as a table in brackets. */
export const REMINDERS_BY_DAY = sql`(
  SELECT day, is_completed, count(*) AS reminders FROM (SELECT ${LINE} FROM ${inMirror('reminders')} r
    WHERE NOT EXISTS (SELECT 1 FROM ${inMirror('leads')} l
      WHERE l.id = r.lead_id AND l.client_id = r.client_id AND l.deleted_at IS NOT NULL)) lines
  GROUP BY day, is_completed) counted`;

/** Adds the lines of these rows of a client's reminders to the days, or takes them away; reminders of leads in the trash count nowhere. */
export function addReminders(
  clientId: string,
  rows: readonly { from: RawBuilder<unknown>; sign: 1 | -1 }[],
): RawBuilder<Record<string, unknown>> {
  const trash = sql`SELECT 1 FROM ${inMirror('leads')} l
    WHERE l.id = counted.lead_id AND l.client_id = ${clientId}::uuid AND l.deleted_at IS NOT NULL`;
  const lines = rows.map(
    ({ from, sign }) =>
      sql`SELECT ${LINE}, ${sign === 1 ? sql`1` : sql`-1`} AS reminders FROM ${from} counted WHERE NOT EXISTS (${trash})`,
  );
  return addToDays(sql`(${sql.join(lines, sql` UNION ALL `)}) lines`);
}

/** The statement that counts the reminders of leads that have come to the trash, or out of it. */
export function turnReminders(
  clientId: string,
  turned: readonly Turned[],
): RawBuilder<Record<string, unknown>> {
  const ids = turned.map(({ id }) => id);
  const signs = turned.map(({ sign }) => sign);
  // The bar (OFFSET 0) keeps the look-up lead by lead: the planner would read all reminders for some hundred leads.
  return addToDays(sql`(
    SELECT ${LINE}, sign AS reminders FROM unnest(${ids}::uuid[], ${signs}::int[]) AS turned (id, sign),
      LATERAL (SELECT ${COUNTED_OF_REMINDER} FROM ${inMirror('reminders')} r
        WHERE r.lead_id = turned.id AND r.client_id = ${clientId}::uuid OFFSET 0) theirs
  ) lines`);
}

const addToDays = (lines: RawBuilder<unknown>) =>
  addLines(
    inMirror(MIRRORED_REMINDERS),
    { cell: REMINDERS_CELL, key: REMINDERS_CELL, numbers: ['reminders'] },
    lines,
  );
