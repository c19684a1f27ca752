import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { NotFound } from '#server/errors.ts';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import type { ChangeKind, ChangeVia, LeadRow, OperationKind } from '#server/db/tables/client-tables.ts';
import { COUNTED_COLUMNS, countChanged } from './lead-counters.queries.ts';
import { UNKNOWN_LEAD, presentedLeads } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { remindersFollowDate } from './follow-up-dates.queries.ts';
import { notifyAssignees } from './notify.ts';
import { queueWebhooks } from './queue-webhooks.ts';
import { remindersFollowAssignee } from './follow-up-owners.queries.ts';

export type StoredLead = Selectable<LeadRow>;
export type LeadColumn = Exclude<keyof LeadRow, 'contact_code' | 'search_text'>;

/**
 * Columns without a history line of their own: they follow from other columns, or their parts are listed one
 * by one.
 */
const UNNAMED: readonly LeadColumn[] = [
  'email_norm',
  'phone_norm',
  'other_phones',
  'deleted_at',
  'deleted_by',
  'custom',
];

export type SetChange = {
  /**
   * Several leads must already be locked by the transaction (`lockLeads`); a single lead is locked by the
   * change itself.
   */
  ids: readonly string[];
  /** The new value of each column, as SQL over the row `old` and the columns that `beside` adds. */
  values: Partial<Record<LeadColumn, RawBuilder<unknown>>>;
  /** Other rows that the new values need, joined to `old`; with an additional CTE if they need one. */
  beside?: { cte?: RawBuilder<unknown>; join: RawBuilder<unknown> };
  via: ChangeVia;
  /** If omitted, the kind depends on the trash: deleted, restored, or otherwise updated. */
  kind?: ChangeKind;
  /** Skips a lead that has another version or is in the trash. */
  only?: { version: number | undefined };
  /** Gives a new version and a history line even to leads that already have the new values. */
  always?: true;
  /** Set when the follow-up date comes from the reminders, which then need no update. */
  fromReminders?: true;
  /** Set when a former assignee keeps their open reminders; unowned ones go to the new assignee anyway. */
  remindersStay?: boolean | undefined;
  /**
   * The operation of the change, created by the first change with this id and extended by the next ones;
   * without one there is nothing to undo.
   */
  operation?: { id: string; kind: OperationKind; summary: string };
};

export type SetChanged = { changed: number; undoneAt: Date | null };

/**
 * The most leads per transaction, and the fewest on a slow machine: nobody who edits one of them waits longer
 * than a second.
 */
const BATCH = 1000;
const SMALLEST_BATCH = 100;
/** Milliseconds after which the next batch is half as large. */
const LONG = 400;

/** Processes many leads in batches; each batch should be its own transaction. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let at = 0, size = BATCH; at < items.length;) {
    const batch = items.slice(at, at + size);
    const since = performance.now();
    await work(batch);
    at += batch.length;
    const isLong = performance.now() - since > LONG;
    size = isLong ? Math.max(SMALLEST_BATCH, Math.floor(size / 2)) : Math.min(BATCH, size * 2);
  }
}

/** Locks leads in a common order, so that two batches never deadlock. */
export async function lockLeads<Row>(
  scope: ClientScope,
  ids: readonly string[],
  columns: RawBuilder<Row>,
): Promise<Row[]> {
  const found = await sql<Row>`
    SELECT ${columns} FROM ${scope.table('leads')} l WHERE l.id = ANY(${ids}::uuid[]) ORDER BY l.id FOR UPDATE
  `.execute(scope.db);
  return found.rows;
}

/**
 * Changes leads in one statement with everything that belongs to a change: version, counters, history and the
 * before-images for an undo. Every change of leads goes through here. A lead that already has the new values
 * is left alone, without a new version or history line; returns how many leads changed. A change of follow-up
 * dates or assignees requires a transaction, because reminders are updated in a second statement.
 */
export async function changeLeads(scope: ClientScope, change: SetChange): Promise<SetChanged> {
  if (change.ids.length === 0) return { changed: 0, undoneAt: null };
  const at = new Date();
  const undoneAt = change.operation ? sql`(SELECT undone_at FROM operation)` : sql`NULL::timestamptz`;
  const { rows } = await sql<{ changed: number; undone_at: Date | null }>`
    ${changing(scope, change, at)} SELECT (SELECT count(*)::int FROM new) AS changed, ${undoneAt} AS undone_at
  `.execute(scope.db);
  await remindersFollow(scope, change, at);
  return { changed: rows[0]?.changed ?? 0, undoneAt: rows[0]?.undone_at ?? null };
}

/**
 * Changes one lead, which need not be locked. Returns the lead as the API shows it (undefined when it already
 * has the new values) and its previous version. Throws 404. Leaves a lead with a version other than the
 * wanted one unchanged.
 */
export async function changeAlone(
  scope: ClientScope,
  id: string,
  change: Omit<SetChange, 'ids'>,
  version?: number,
): Promise<{ was: number; lead: PresentedLead | undefined }> {
  const at = new Date();
  const alone = { ...change, ids: [id], only: { version } };
  const { rows } = await sql<PresentedLead & { was: number }>`
    ${changing(scope, alone, at)}
    SELECT old.version AS was, presented.* FROM old LEFT JOIN (${await presentedLeads(scope, sql`new`)}) presented ON true
    WHERE old.deleted_at IS NULL
  `.execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_LEAD);
  const { was: before, ...lead } = rows[0];
  if (lead.id) await remindersFollow(scope, alone, at);
  return { was: before, lead: lead.id ? lead : undefined };
}

/** The `WITH` of a change and its parts; `old` are the leads before, `new` those that changed, `at` the moment in the history. */
function changing(scope: ClientScope, change: SetChange, at: Date): RawBuilder<unknown> {
  const { ids, values, beside, only } = change;
  const entries = Object.entries(values) as [LeadColumn, RawBuilder<unknown>][];
  const columns = entries.map(([column]) => column);
  const isCounted = COUNTED_COLUMNS.some((column) => columns.includes(column));
  const sets = entries.map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  const differs = entries.map(([column, value]) => sql`old.${sql.id(column)} IS DISTINCT FROM (${value})`);
  const wanted = [change.always ? sql`true` : sql`(${sql.join(differs, sql` OR `)})`];
  if (only) wanted.push(sql`old.deleted_at IS NULL`);
  if (only?.version !== undefined) wanted.push(sql`old.version = ${only.version}`);
  const needed = new Set<LeadColumn>([...columns, 'deleted_at', ...(isCounted ? COUNTED_COLUMNS : [])]);
  const before = [...needed].map((column) => sql`old.${sql.id(column)} AS ${was(column)}`);
  return sql`WITH old AS MATERIALIZED (
      SELECT * FROM ${scope.table('leads')} leads WHERE ${oneOrMany(ids)} FOR UPDATE
    )${beside?.cte ? sql`, ${beside.cte}` : sql``}, new AS (
      UPDATE ${scope.stored('leads')} l SET ${sql.join(sets)}, version = l.version + 1, updated_at = now(), updated_by = ${scope.user.id}
      FROM old ${beside?.join ?? sql``}
      WHERE l.id = old.id AND ${sql.join(wanted, sql` AND `)}
      RETURNING l.*, ${sql.join(before)}
    ), ${isCounted ? sql`${countChanged(scope, sql`new`, was)}, ` : sql``}${remembering(scope, change, columns, at)}${telling(scope, change)}`;
}

/** An import assigns existing leads, and an undo restores an earlier state: neither notifies assignees. */
function telling(scope: ClientScope, { values, via, operation }: SetChange): RawBuilder<unknown> {
  if (!values.assigned_to || via === 'import' || via === 'undo') return sql``;
  const assigned = sql`new WHERE assigned_to IS DISTINCT FROM was_assigned_to AND deleted_at IS NULL`;
  return sql`, told AS (${notifyAssignees(scope, sql`(SELECT id, assigned_to FROM ${assigned}) assigned`, operation?.id)})`;
}

/**
 * For an array, a prepared plan expects many rows, so PostgreSQL would plan every change of a single lead
 * anew.
 */
const oneOrMany = (ids: readonly string[]) =>
  ids.length === 1 ? sql`id = ${ids[0]}::uuid` : sql`id = ANY(${ids}::uuid[])`;

/** The leads may now belong to somebody whose leads the caller cannot see: reminders are updated anyway. */
async function remindersFollow(caller: ClientScope, change: SetChange, at: Date): Promise<void> {
  const scope = wholeCompany(caller);
  const { ids, values, fromReminders, remindersStay: stay = false, operation } = change;
  if (values.next_followup_date && !fromReminders) await remindersFollowDate(scope, sql`${ids}::uuid[]`, at);
  if (values.assigned_to)
    await remindersFollowAssignee(scope, {
      ids,
      replacedAt: stay ? undefined : at,
      operationId: operation?.id,
    });
}

/** A row contains its old values next to its new ones, so that two CTEs of unknown size are never joined. */
const was = (column: LeadColumn) => sql.id(`was_${column}`);

/** The changed leads, as sent to webhooks. */
const CHANGED = sql`SELECT id, ARRAY(SELECT jsonb_object_keys(changes) ORDER BY 1) AS changed FROM differences`;

/** One history line per lead, and the operation with the before-images. */
function remembering(
  scope: ClientScope,
  change: SetChange,
  columns: LeadColumn[],
  at: Date,
): RawBuilder<unknown> {
  const { kind, via, operation } = change;
  const user = sql`${scope.user.id}::uuid`;
  const operationId = sql`${operation?.id ?? null}::uuid`;
  const happened = kind
    ? sql`${kind}::text`
    : sql`CASE WHEN was_deleted = is_deleted THEN 'updated' WHEN is_deleted THEN 'deleted' ELSE 'restored' END`;
  const events = sql`differences AS (
      SELECT new.id, new.version, was_deleted_at IS NOT NULL AS was_deleted, deleted_at IS NOT NULL AS is_deleted, d.*
      FROM new, LATERAL (${differencesOf(columns)}) d
    ), events AS (
      INSERT INTO ${scope.stored('lead_events')} (id, lead_id, user_id, at, kind, via, operation_id, changes)
      SELECT ${newIdFor(sql`id::text`)}, id, ${user}, ${at}::timestamptz, ${happened}, ${via}::text, ${operationId}, changes
      FROM differences${onOneNode(scope)}
    ), ${queueWebhooks(scope, 'lead.changed', CHANGED)}`;
  if (!operation) return events;
  return sql`${events}, operation AS (
      INSERT INTO ${scope.stored('operations')} AS o (id, at, kind, user_id, leads, summary)
      SELECT ${operationId}, ${at}::timestamptz, ${operation.kind}::text, ${user}, count(*), ${operation.summary}::text FROM new
      -- a lead that this very operation has changed before is no further one
      WHERE NOT EXISTS (SELECT 1 FROM ${scope.table('operation_leads')} m WHERE m.operation_id = ${operationId} AND m.lead_id = new.id)
      HAVING count(*) > 0
      ON CONFLICT (id) DO UPDATE SET leads = o.leads + excluded.leads RETURNING undone_at
    ), remembered AS (
      INSERT INTO ${scope.stored('operation_leads')} AS o (operation_id, lead_id, version, before)
      SELECT ${operationId}, id, version, coalesce(before, '{}') FROM differences${onOneNode(scope)} WHERE true
      -- a lead changed twice by one operation goes back to what it was before the first change
      ON CONFLICT (operation_id, lead_id) DO UPDATE SET version = excluded.version, before = excluded.before || o.before
    )`;
}

/**
 * `before`: changed columns with their old values; `changes`: [old, new] of those shown in the history, each
 * custom field separately.
 */
function differencesOf(columns: readonly LeadColumn[]): RawBuilder<unknown> {
  const pairs = columns.map(
    (column) =>
      sql`(${column}::text, to_jsonb(new.${was(column)}), to_jsonb(new.${sql.id(column)}), true, ${UNNAMED.includes(column) ? sql`false` : sql`true`})`,
  );
  const parts = sql`SELECT 'custom.' || name, new.was_custom -> name, new.custom -> name, false, true
    FROM jsonb_object_keys(new.was_custom || new.custom) name WHERE new.was_custom <> new.custom`;
  return sql`SELECT jsonb_object_agg(field, was) FILTER (WHERE is_column) AS before,
      jsonb_object_agg(field, jsonb_build_array(was, is_now)) FILTER (WHERE is_named) AS changes
    FROM (VALUES ${sql.join(pairs)}${columns.includes('custom') ? sql` UNION ALL ${parts}` : sql``})
      field (field, was, is_now, is_column, is_named) WHERE was IS DISTINCT FROM is_now`;
}

/** The values that move a lead to the trash on behalf of the caller. */
export function intoTrash(scope: ClientScope): SetChange['values'] {
  return { deleted_at: sql`now()`, deleted_by: sql`${scope.user.id}::uuid` };
}

export const OUT_OF_TRASH: SetChange['values'] = {
  deleted_at: sql`NULL::timestamptz`,
  deleted_by: sql`NULL::uuid`,
};
