import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { ImportResult } from '#shared/leads/lead-import.ts';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { countLeads } from '#server/leads/changes/lead-counters.queries.ts';
import { changeLeads } from '#server/leads/changes/lead-changes.queries.ts';
import { queueWebhooks } from '#server/leads/changes/queue-webhooks.ts';
import { remindersFollowDate } from '#server/leads/changes/follow-up-dates.queries.ts';
import { namedFor, notesWith, ownerId, productId } from './import-names.queries.ts';
import { planOf, stageOf } from './import-stage.queries.ts';
import { mergedFields } from '#server/features/lead-import/reading/merge-fields.ts';
import type { Filled } from '#server/features/lead-import/reading/merge-fields.ts';

/** Rows per statement, small enough for real progress and a quick cancellation. */
const CHUNK = 5000;

/** Fields for which an empty cell means the default, not empty. */
const DEFAULTS: Partial<Record<LeadFieldKey, RawBuilder<unknown>>> = {
  name: sql`coalesce(s.name, s.email, s.phone)`,
  lead_score: sql`coalesce(s.lead_score, 0)`,
  age: sql`coalesce(s.age, 0)`,
  tags: sql`coalesce(s.tags, '{}')`,
  is_archived: sql`coalesce(s.is_archived, false)`,
  is_duplicate: sql`f.is_duplicate OR coalesce(s.is_duplicate, false)`,
};

/**
 * The fields that the import fills, and the colleagues who get the new leads in turn; without any, the file's
 * owners do.
 */
type Writing = Filled & { sharers: readonly string[] };

/**
 * The client's status rules, the fields that the import fills, and the owner of leads that would be
 * unassigned.
 */
type Rules = Writing & { won: string[]; lost: string[]; standard: string; keeper: string | null };

type Progress = (written: number) => void;

/**
 * Writes the planned leads, with history and before-images for an undo. Runs entirely in the caller's
 * transaction; throws the signal's reason when cancelled.
 */
export async function writeImport(
  caller: ClientScope,
  operationId: string,
  filled: Writing,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<void> {
  // New leads may belong to anybody; the plan only updates leads that the caller sees.
  const scope = wholeCompany(caller);
  await lockUpdated(scope);
  const { sight, user } = caller;
  const keeper = sight && !sight.nobody ? user.id : null;
  const rules = { ...filled, ...(await statusRules(scope)), keeper };
  for (let [from, written] = [0, 0]; ;) {
    signal.throwIfAborted();
    const chunk = await nextChunk(scope, from);
    if (chunk.last === null) break;
    const rows = (row: RawBuilder<unknown>) => sql`${row} > ${from} AND ${row} <= ${chunk.last}`;
    await insertRows(scope, operationId, rules, { from, rows });
    await updateRows(scope, operationId, rules, rows(sql`p.row_number`));
    onProgress((written += chunk.rows));
    from = chunk.last;
  }
  await countLeads(
    scope,
    sql`(SELECT l.* FROM ${planOf(scope)} p JOIN ${scope.table('leads')} l ON l.id = p.new_id WHERE p.action = 'insert') l`,
  );
}

/**
 * The number of rows in the next step, and the last one's row number. Row numbers do not tell how many rows
 * there are: a sheet may begin in row one million.
 */
async function nextChunk(scope: ClientScope, from: number): Promise<{ rows: number; last: number | null }> {
  const { rows } = await sql<{ rows: number; last: number | null }>`
    SELECT count(*)::int AS rows, max(row_number) AS last
    FROM (SELECT row_number FROM ${planOf(scope)} WHERE row_number > ${from} ORDER BY row_number LIMIT ${CHUNK}) next
  `.execute(scope.db);
  return rows[0] ?? { rows: 0, last: null };
}

/** The statuses in the file and the leads that mean won and lost; there are few, so each is checked once. */
async function statusRules(scope: ClientScope): Promise<Pick<Rules, 'won' | 'lost' | 'standard'>> {
  const { meaningOf, defaults } = await fieldOptions(scope);
  const found = await sql<{ status: string }>`
    SELECT status FROM ${stageOf(scope)} WHERE status IS NOT NULL UNION SELECT status FROM ${scope.table('lead_totals')} totals
  `.execute(scope.db);
  const statuses = [...found.rows.map(({ status }) => status), defaults.status];
  const meaning = (wanted: string) => statuses.filter((status) => meaningOf(status) === wanted);
  return { won: meaning('won'), lost: meaning('lost'), standard: defaults.status };
}

/** Writes the new leads with their planned ids, then the rows that reference them. */
async function insertRows(
  scope: ClientScope,
  operationId: string,
  rules: Rules,
  { from, rows }: { from: number; rows: (row: RawBuilder<unknown>) => RawBuilder<unknown> },
): Promise<void> {
  const now = new Date();
  const given: typeof DEFAULTS = {
    ...DEFAULTS,
    // Owners who are not users of this client or do not get the lead.
    notes: notesWith(
      sql`(${rules.sharers.length > 0} OR ${ownerId(scope)} IS NULL)`,
      sql`${productId(scope)} IS NULL`,
    ),
    status: sql`coalesce(s.status, ${rules.standard})`,
    created_at: sql`coalesce(s.created_at, ${now}::timestamptz)`,
    // Sales of earlier years don't count as this month's; dates still to come are plans.
    converted_at: sql`CASE WHEN s.status = ANY(${rules.won}::text[])
      THEN least(coalesce(s.converted_at, s.created_at), ${now}::timestamptz) END`,
  };
  // Not a cast to text[]: it is a stable function, with which a cluster's nodes cannot insert what they read.
  const otherPhones = sql`string_to_array(btrim(s.other_phones, '{}'), ',')`;
  const columns = sql.join(IMPORTABLE_FIELDS.map((key) => sql.id(key)));
  const values = sql.join(IMPORTABLE_FIELDS.map((key) => given[key] ?? sql`s.${sql.id(key)}`));
  await sql`
    WITH fresh AS MATERIALIZED (
      SELECT p.row_number, p.new_id, p.is_duplicate, p.given_to, p.given_why FROM ${planOf(scope)} p
      WHERE p.action = 'insert' AND ${rows(sql`p.row_number`)}
    ), made AS (
      INSERT INTO ${scope.stored('leads')} (id, assigned_to, product_id, created_by, updated_by,
        updated_at, email_norm, phone_norm, other_phones, custom, ${columns})
      SELECT f.new_id, ${assigneeOf(scope, rules, from)}, ${productId(scope)},
        ${scope.user.id}::uuid, ${scope.user.id}::uuid,
        ${now}::timestamptz, s.email_norm, s.phone_norm, ${otherPhones}, coalesce(s.custom, '{}'), ${values}
      FROM fresh f JOIN ${stageOf(scope)} s USING (row_number) ORDER BY f.row_number
    ), remembered AS (
      INSERT INTO ${scope.stored('operation_leads')} (operation_id, lead_id, version, before)
      SELECT ${operationId}::uuid, new_id, 1, NULL FROM fresh${onOneNode(scope)}
    ), events AS (
      INSERT INTO ${scope.stored('lead_events')} (id, lead_id, user_id, at, kind, via, operation_id, reason)
      SELECT ${newIdFor(sql`new_id::text`)}, new_id, ${scope.user.id}::uuid, ${now}::timestamptz, 'created', 'import', ${operationId}::uuid, given_why
      FROM fresh${onOneNode(scope)}
    ), ${queueWebhooks(scope, 'lead.created', sql`SELECT new_id AS id FROM fresh ORDER BY row_number`)}
    SELECT 1
  `.execute(scope.db);
  await remindersFollowDate(
    scope,
    sql`ARRAY(SELECT p.new_id FROM ${planOf(scope)} p JOIN ${stageOf(scope)} s USING (row_number)
      WHERE p.action = 'insert' AND s.next_followup_date IS NOT NULL AND ${rows(sql`p.row_number`)})`,
    now,
  );
}

/**
 * The owner that the file names or a rule has chosen, or the next of the users who share the new leads, by
 * the row's position in the whole file.
 */
function assigneeOf(scope: ClientScope, { sharers, keeper }: Rules, from: number): RawBuilder<unknown> {
  if (sharers.length === 0)
    return sql`coalesce(f.given_to, ${ownerId(scope)}, CASE WHEN f.given_why IS NULL THEN ${keeper}::uuid END)`;
  const before = sql`(SELECT count(*) FROM ${planOf(scope)} p WHERE p.action = 'insert' AND p.row_number <= ${from})`;
  const place = sql`${before} + row_number() OVER (ORDER BY f.row_number) - 1`;
  return sql`(${[...sharers]}::uuid[])[1 + (${place}) % ${sharers.length}::int]`;
}

type Updating = { row: number; lead: string; has_owner: boolean };

/** Updates leads from the rows that match them; the plan has at most one row per lead. */
async function updateRows(
  scope: ClientScope,
  operationId: string,
  rules: Rules,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const found = await sql<Updating>`
    SELECT p.row_number AS row, p.lead_id AS lead, s.owner IS NOT NULL AS has_owner
    FROM ${planOf(scope)} p JOIN ${stageOf(scope)} s USING (row_number) WHERE p.action = 'update' AND ${rows}
  `.execute(scope.db);
  if (found.rows.length > 0) await updateLeads(scope, operationId, rules, found.rows);
}

/**
 * Updates leads; `old` is the lead, `s` its row, and `merged` its new values. Updates counters, history and
 * undo data as for every change.
 */
async function updateLeads(
  scope: ClientScope,
  operationId: string,
  rules: Rules,
  found: readonly Updating[],
): Promise<void> {
  const namesOwners = found.some(({ has_owner }) => has_owner);
  const merged = [
    // Without an owner in the file, the leads' reminders need no look.
    ...mergedFields('old', rules, namedFor(scope, 'old')).filter(
      ({ column }) => column !== 'assigned_to' || namesOwners,
    ),
    {
      column: 'converted_at' as const,
      value: sql`CASE WHEN coalesce(s.status, old.status) = ANY(${rules.won}::text[]) THEN coalesce(old.converted_at, least(s.converted_at, ${new Date()}::timestamptz)) END`,
    },
    {
      column: 'lost_reason' as const,
      value: sql`CASE WHEN coalesce(s.status, old.status) = ANY(${rules.lost}::text[]) THEN old.lost_reason END`,
    },
  ];
  const named = merged.map(({ column, value }) => sql`${value} AS ${sql.id(column)}`);
  await changeLeads(scope, {
    ids: found.map(({ lead }) => lead),
    values: Object.fromEntries(merged.map(({ column }) => [column, sql`merged.${sql.id(column)}`])),
    beside: {
      cte: sql`merged AS MATERIALIZED (
        SELECT old.id AS merged_id, ${sql.join(named)} FROM old JOIN ${planOf(scope)} p ON p.lead_id = old.id
          JOIN ${stageOf(scope)} s USING (row_number) WHERE p.row_number = ANY(${found.map(({ row }) => row)}::int[]))`,
      join: sql`JOIN merged ON merged.merged_id = old.id`,
    },
    via: 'import',
    operation: { id: operationId, kind: 'import', summary: '' },
  });
}

/** Locks all leads about to change at once, in the common order. */
async function lockUpdated(scope: ClientScope): Promise<void> {
  await sql`SELECT 1 FROM ${scope.table('leads')} leads WHERE id IN (SELECT lead_id FROM ${planOf(scope)} WHERE action = 'update')
    ORDER BY id FOR UPDATE`.execute(scope.db);
}

/**
 * Remembers the file under its operation, so that importing it again does not duplicate rows without email
 * and phone.
 */
export async function recordImport(
  scope: ClientScope,
  operationId: string,
  fileHash: Buffer,
  result: ImportResult,
): Promise<void> {
  const { inserted, updated, skipped, failed } = result;
  await scope.db
    .insertInto('lead_imports')
    .values({
      id: operationId,
      file_hash: fileHash,
      imported_by: scope.user.id,
      inserted,
      updated,
      skipped,
      failed,
    })
    .execute();
}
