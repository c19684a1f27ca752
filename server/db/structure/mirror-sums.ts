import type pg from 'pg';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import {
  CALLS_CELL,
  MIRRORED_CALLS,
  MIRRORED_REMINDERS,
  MIRRORED_SUMS,
  REMINDERS_CELL,
  SUMS_CELL,
  TOTALS_CELL,
  UNPLANNED,
} from '#server/db/tables/mirrored-tables.ts';

const totalsCell = TOTALS_CELL.join(', ');
const sumsCell = SUMS_CELL.join(', ');
const remindersCell = REMINDERS_CELL.join(', ');
const callsCell = CALLS_CELL.join(', ');

/** The sums of an earlier release, which include reminders of archived leads. */
const FORMER_REMINDERS = 'reminder_days';

/** Whether the mirror has all sums of this release; missing ones are computed from the mirror's rows. */
export async function areSumsMade(owner: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await owner.query<{ are_made: boolean }>(
    `SELECT to_regclass($1 || '.${MIRRORED_REMINDERS}') IS NOT NULL AND to_regclass($1 || '.${MIRRORED_CALLS}') IS NOT NULL
       AND count(*) = 2 AS are_made
     FROM pg_attribute WHERE attrelid IN (to_regclass($1 || '.lead_totals'), to_regclass($1 || '.${MIRRORED_SUMS}'))
       AND attname = '${UNPLANNED}'`,
    [schema],
  );
  return rows[0]?.are_made === true;
}

/**
 * Creates the sums of all clients from a mirror's rows and totals. Runs as owner; the caller grants the
 * rights.
 */
export async function makeSums(owner: pg.Client, schema: string): Promise<void> {
  const noLead = (hides: string) => `NOT EXISTS (SELECT 1 FROM ${schema}.leads l
    WHERE l.id = r.lead_id AND l.client_id = r.client_id AND (${hides}))`;
  await owner.query(`
    ALTER TABLE ${schema}.lead_totals ADD COLUMN IF NOT EXISTS ${UNPLANNED} bigint NOT NULL DEFAULT 0;
    UPDATE ${schema}.lead_totals t SET ${UNPLANNED} = n.leads
    FROM (
      SELECT client_id, ${totalsCell}, count(*) AS leads FROM ${schema}.leads
      WHERE deleted_at IS NULL AND NOT is_archived AND next_followup_date IS NULL GROUP BY client_id, ${totalsCell}
    ) n
    WHERE t.client_id = n.client_id AND t.status = n.status AND t.is_archived = n.is_archived AND t.is_duplicate = n.is_duplicate
      AND t.source IS NOT DISTINCT FROM n.source AND t.assigned_to IS NOT DISTINCT FROM n.assigned_to;

    DROP TABLE IF EXISTS ${schema}.${FORMER_REMINDERS}, ${schema}.${MIRRORED_SUMS}, ${schema}.${MIRRORED_REMINDERS}, ${schema}.${MIRRORED_CALLS};
    CREATE TABLE ${schema}.${MIRRORED_SUMS} (LIKE ${schema}.lead_totals);
    ALTER TABLE ${schema}.${MIRRORED_SUMS} DROP COLUMN client_id, DROP COLUMN assigned_to;
    INSERT INTO ${schema}.${MIRRORED_SUMS} (${sumsCell}, leads, value, ${UNPLANNED})
      SELECT ${sumsCell}, sum(leads), sum(value), sum(${UNPLANNED}) FROM ${schema}.lead_totals GROUP BY ${sumsCell};
    CREATE UNIQUE INDEX lead_sums_one ON ${schema}.${MIRRORED_SUMS} (${sumsCell}) NULLS NOT DISTINCT;
    CREATE TABLE ${schema}.${MIRRORED_REMINDERS} (day date NOT NULL, is_completed boolean NOT NULL, reminders bigint NOT NULL,
      PRIMARY KEY (${remindersCell}));
    INSERT INTO ${schema}.${MIRRORED_REMINDERS} (${remindersCell}, reminders)
      SELECT (reminder_date AT TIME ZONE '${DEFAULT_TIME_ZONE}')::date, is_completed, count(*) FROM ${schema}.reminders r
      WHERE ${noLead('l.deleted_at IS NOT NULL OR l.is_archived AND NOT r.is_completed')} GROUP BY 1, 2;
    CREATE TABLE ${schema}.${MIRRORED_CALLS} (call_type text NOT NULL, call_status text NOT NULL, calls bigint NOT NULL,
      PRIMARY KEY (${callsCell}));
    INSERT INTO ${schema}.${MIRRORED_CALLS} (${callsCell}, calls)
      SELECT ${callsCell}, count(*) FROM ${schema}.call_logs r WHERE ${noLead('l.deleted_at IS NOT NULL')} GROUP BY 1, 2;
  `);
}
