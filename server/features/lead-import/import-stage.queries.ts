import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { IMPORTABLE_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { copyInto } from '#server/db/copy.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { STAGE_COLUMNS, STAGE_COPY_OPTIONS } from './stage-copy.ts';

/** The rows as read. Temporary, seen by this transaction alone, gone at its end. */
export const STAGE = sql`pg_temp.import_rows`;
/** What happens to each staged row: `insert`, `update`, `skip` or `fail`, the lead it meets, and why. */
export const PLAN = sql`pg_temp.import_plan`;

const instant = sql`timestamptz`;
const amount = sql`numeric(14, 2)`;
const TYPES: Partial<Record<LeadFieldKey, RawBuilder<unknown>>> = {
  value: amount,
  budget: amount,
  age: sql`integer`,
  lead_score: sql`integer`,
  tags: sql`text[]`,
  is_archived: sql`boolean`,
  is_duplicate: sql`boolean`,
  created_at: instant,
  next_followup_date: instant,
  last_contacted_at: instant,
};

/** Staged rows go in as COPY lines; nothing is judged yet. */
export async function stageRows({ db }: ClientScope, lines: Readable): Promise<void> {
  const fields = sql.join(IMPORTABLE_FIELDS.map((key) => sql`${sql.id(key)} ${TYPES[key] ?? sql`text`}`));
  await sql`
    CREATE TEMP TABLE import_rows (
      row_number integer, errors jsonb, warnings jsonb, cells jsonb, own_lead uuid, owner text, product text, ${fields}, email_norm text, phone_norm text,
      custom jsonb, custom_off text[]
    ) ON COMMIT DROP
  `.execute(db);
  await copyInto(db, `pg_temp.import_rows (${STAGE_COLUMNS.join(', ')})`, STAGE_COPY_OPTIONS, lines);
  await sql`ANALYZE ${STAGE}`.execute(db);
}
