import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { IMPORTABLE_FIELDS, LEAD_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { ImportResult } from '#shared/lead-import.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { isWon } from '#server/features/leads/won-status.ts';
import { PLAN, ownerId } from './import-plan.queries.ts';
import { STAGE } from './import-stage.queries.ts';
import { mergedFields } from './merge-fields.ts';

/** Rows written by one statement, so that progress is real and a cancelled import stops soon. */
const CHUNK = 5000;

/** A UUIDv7 in SQL that PostgreSQL 15 knows too: milliseconds in front, version and variant bits, the rest random. */
const newId = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
  substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::int8) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

/** Fields whose empty cell means something else than empty. */
const DEFAULTS: Partial<Record<LeadFieldKey, RawBuilder<unknown>>> = {
  name: sql`coalesce(s.name, s.email, s.phone)`,
  status: sql`coalesce(s.status, ${LEAD_FIELDS.status.default})`,
  lead_score: sql`coalesce(s.lead_score, 0)`,
  age: sql`coalesce(s.age, 0)`,
  tags: sql`coalesce(s.tags, '{}')`,
  created_at: sql`coalesce(s.created_at, now())`,
};

type Progress = (written: number) => void;

/** Writes what the plan says. Everything is in the caller's transaction; throws the signal's reason when cancelled. */
export async function writeImport(
  scope: ClientScope,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const range = await sql<{ last: number }>`SELECT coalesce(max(row_number), 0) AS last FROM ${PLAN}`.execute(
    scope.db,
  );
  const last = range.rows[0]?.last ?? 0;
  await countUpdates(scope, -1);
  for (let from = 0; from <= last; from += CHUNK) {
    signal.throwIfAborted();
    const rows = sql`s.row_number > ${from} AND s.row_number <= ${from + CHUNK}`;
    await insertRows(scope, rows);
    await updateRows(scope, rows);
    onProgress(Math.min(from + CHUNK, last));
  }
  await countUpdates(scope, 1);
  await countInserts(scope);
}

/** Inserted leads are told apart by the transaction that made them: ids are kept in the plan. */
async function insertRows(scope: ClientScope, rows: RawBuilder<unknown>): Promise<void> {
  const columns = sql.join(IMPORTABLE_FIELDS.map((key) => sql.id(key)));
  const values = sql.join(
    IMPORTABLE_FIELDS.map((key) =>
      key === 'notes' ? notesWithOwner(scope) : (DEFAULTS[key] ?? sql`s.${sql.id(key)}`),
    ),
  );
  await sql`
    WITH fresh AS (
      UPDATE ${PLAN} p SET lead_id = ${newId} FROM ${STAGE} s
      WHERE p.action = 'insert' AND s.row_number = p.row_number AND ${rows}
      RETURNING p.row_number, p.lead_id, p.is_duplicate
    )
    INSERT INTO ${scope.table('leads')} (id, assigned_to, converted_at, is_duplicate, created_by, updated_by,
      email_norm, phone_norm, ${columns})
    SELECT f.lead_id, ${ownerId(scope)}, CASE WHEN ${isWon(sql`s.status`)} THEN now() END, f.is_duplicate,
      ${scope.user.id}, ${scope.user.id}, s.email_norm, s.phone_norm, ${values}
    FROM fresh f JOIN ${STAGE} s USING (row_number) ORDER BY f.row_number
  `.execute(scope.db);
}

/** An owner who is no user of this client is not lost: the notes keep the name. */
function notesWithOwner(scope: ClientScope): RawBuilder<unknown> {
  return sql`nullif(concat_ws(chr(10), s.notes,
    CASE WHEN s.owner IS NOT NULL AND ${ownerId(scope)} IS NULL THEN 'Lead Owner: ' || s.owner END), '')`;
}

async function updateRows(scope: ClientScope, rows: RawBuilder<unknown>): Promise<void> {
  const sets = sql.join(mergedFields.map((field) => sql`${sql.id(field.column)} = ${field.value}`));
  await sql`
    UPDATE ${scope.table('leads')} SET ${sets}, version = l.version + 1, updated_at = now(), updated_by = ${scope.user.id},
      converted_at = CASE WHEN ${isWon(sql`coalesce(s.status, l.status)`)} THEN coalesce(l.converted_at, now()) END
    FROM ${PLAN} p JOIN ${STAGE} s USING (row_number) JOIN ${scope.table('leads')} l ON l.id = p.lead_id
    WHERE ${scope.table('leads')}.id = l.id AND p.action = 'update' AND ${rows}
  `.execute(scope.db);
}

/** Takes the leads that are about to change out of the counters (-1), and puts them back as they have become (1). */
async function countUpdates(scope: ClientScope, sign: 1 | -1): Promise<void> {
  if (sign < 0) {
    await sql`SELECT FROM ${scope.table('leads')} WHERE id IN (SELECT lead_id FROM ${PLAN} WHERE action = 'update')
      ORDER BY id FOR UPDATE`.execute(scope.db);
  }
  await sql`
    INSERT INTO ${scope.table('lead_totals')} (status, source, assigned_to, is_archived, is_duplicate, leads, value)
    SELECT status, source, assigned_to, is_archived, is_duplicate, ${sign} * count(*), ${sign} * coalesce(sum(value), 0)
    FROM ${scope.table('leads')} WHERE id IN (SELECT lead_id FROM ${PLAN} WHERE action = 'update') GROUP BY 1, 2, 3, 4, 5
  `.execute(scope.db);
}

async function countInserts(scope: ClientScope): Promise<void> {
  const inserted = sql`FROM ${PLAN} p JOIN ${scope.table('leads')} l ON l.id = p.lead_id WHERE p.action = 'insert'`;
  await sql`
    INSERT INTO ${scope.table('lead_totals')} (status, source, assigned_to, is_archived, is_duplicate, leads, value)
    SELECT l.status, l.source, l.assigned_to, l.is_archived, l.is_duplicate, count(*), coalesce(sum(l.value), 0)
    ${inserted} GROUP BY 1, 2, 3, 4, 5
  `.execute(scope.db);
  await sql`
    INSERT INTO ${scope.table('lead_days')} (day, is_archived, is_duplicate, leads)
    SELECT (l.created_at AT TIME ZONE ${scope.client.timeZone})::date, l.is_archived, l.is_duplicate, count(*)
    ${inserted} GROUP BY 1, 2, 3
  `.execute(scope.db);
}

/** Remembers the file, so that rows without e-mail and phone do not double when it comes again. */
export async function recordImport(
  scope: ClientScope,
  fileHash: Buffer,
  result: ImportResult,
): Promise<void> {
  const { inserted, updated, skipped, failed } = result;
  await scope.db
    .insertInto('lead_imports')
    .values({
      id: uuidv7(),
      file_hash: fileHash,
      imported_by: scope.user.id,
      inserted,
      updated,
      skipped,
      failed,
    })
    .execute();
}
