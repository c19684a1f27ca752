import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ChangeKind, ChangeVia, LeadRow, OperationKind } from '#server/db/tables.ts';
import { FOLLOWING_COLUMNS } from '#server/features/leads/lead-events.queries.ts';
import { remindersFollowDate } from '#server/features/reminders/follow-up-dates.queries.ts';

export type LeadColumn = Exclude<keyof LeadRow, 'search_text'>;

export type SetChange = {
  /** Leads that the transaction has locked (`lockLeads`). */
  ids: readonly string[];
  /** What each column becomes, over the row `old` and what `beside` adds. */
  values: Partial<Record<LeadColumn, RawBuilder<unknown>>>;
  /** What else the new values need, joined to `old`; a further CTE where that is a set of its own. */
  beside?: { cte?: RawBuilder<unknown>; join: RawBuilder<unknown> };
  via: ChangeVia;
  /** Left out, it follows from the trash: deleted, restored, or else updated. */
  kind?: ChangeKind;
  /** Also leads that are so already get a new version and a line in their history. */
  always?: true;
  /** The follow-up date comes from the reminders themselves, which have nothing to follow then. */
  fromReminders?: true;
  /** Opened by the first change under this id and added to by the next; without one there is nothing to undo. */
  operation?: { id: string; kind: OperationKind; summary: string };
};

export type SetChanged = { changed: number; undoneAt: Date | null };

/** What counters and history need of a row, before and after. */
const NEEDED: readonly LeadColumn[] = [
  'status',
  'source',
  'assigned_to',
  'is_archived',
  'is_duplicate',
  'value',
  'created_at',
  'deleted_at',
];

/** Most leads of one transaction, and the fewest when the machine is slow: nobody who edits one of them waits a second. */
const BATCH = 1000;
const SMALLEST_BATCH = 100;
/** Milliseconds after which the next batch is half as large. */
const LONG = 400;

/** Works through many leads, batch by batch; each is meant to be a transaction of its own. */
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

/** Locks leads in one order for everybody, so that two batches never wait for each other in a circle. */
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
 * Changes many leads in one statement with everything a write of leads carries: version, counters, history and what an
 * undo needs. Rows that are so already are left alone; answers how many were not.
 */
export async function changeLeads(scope: ClientScope, change: SetChange): Promise<SetChanged> {
  const { ids, values, beside, operation } = change;
  if (ids.length === 0) return { changed: 0, undoneAt: null };
  const entries = Object.entries(values) as [LeadColumn, RawBuilder<unknown>][];
  const columns = entries.map(([column]) => column);
  const sets = entries.map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  const differs = entries.map(([column, value]) => sql`old.${sql.id(column)} IS DISTINCT FROM (${value})`);
  const returned = [...new Set([...NEEDED, ...columns])].map(
    (column) => sql`l.${sql.id(column)}, old.${sql.id(column)} AS ${was(column)}`,
  );
  const rows = await sql<{ changed: number; undone_at: Date | null }>`
    WITH old AS MATERIALIZED (
      SELECT * FROM ${scope.table('leads')} WHERE id = ANY(${ids}::uuid[])
    )${beside?.cte ? sql`, ${beside.cte}` : sql``}, new AS (
      UPDATE ${scope.table('leads')} l SET ${sql.join(sets)}, version = l.version + 1, updated_at = now(), updated_by = ${scope.user.id}
      FROM old ${beside?.join ?? sql``}
      WHERE l.id = old.id AND (${change.always ? sql`true` : sql.join(differs, sql` OR `)})
      RETURNING l.id, l.version, ${sql.join(returned)}
    ), ${counting(scope)}, ${remembering(scope, change, columns)}
    SELECT (SELECT count(*)::int FROM new) AS changed,
      ${operation ? sql`(SELECT undone_at FROM operation)` : sql`NULL::timestamptz`} AS undone_at
  `.execute(scope.db);
  if (values.next_followup_date && !change.fromReminders)
    await remindersFollowDate(scope, sql`${ids}::uuid[]`);
  return { changed: rows.rows[0]?.changed ?? 0, undoneAt: rows.rows[0]?.undone_at ?? null };
}

/** A row carries what it was beside what it is: two CTEs of unknown size are never joined. */
const was = (column: LeadColumn) => sql.id(`was_${column}`);

const CELL = ['status', 'source', 'assigned_to', 'is_archived', 'is_duplicate'] as const;

/** The counters lose what was and gain what is; leads in the trash are counted on neither side. */
function counting(scope: ClientScope): RawBuilder<unknown> {
  const cell = sql.join(CELL.map((column) => sql.id(column)));
  const wasCell = sql.join(CELL.map((column) => was(column)));
  return sql`counted AS (
      SELECT 1 AS sign, ${cell}, coalesce(value, 0) AS value, created_at FROM new WHERE deleted_at IS NULL
      UNION ALL SELECT -1, ${wasCell}, coalesce(was_value, 0), was_created_at FROM new WHERE was_deleted_at IS NULL
    ), totals AS (
      INSERT INTO ${scope.table('lead_totals')} (${cell}, leads, value)
      SELECT ${cell}, sum(sign), sum(sign * value) FROM counted
      GROUP BY ${cell} HAVING sum(sign) <> 0 OR sum(sign * value) <> 0
    ), days AS (
      INSERT INTO ${scope.table('lead_days')} (day, is_archived, is_duplicate, leads)
      SELECT (created_at AT TIME ZONE ${scope.client.timeZone})::date, is_archived, is_duplicate, sum(sign)
      FROM counted GROUP BY 1, 2, 3 HAVING sum(sign) <> 0
    )`;
}

/** One line of history per lead, and the operation with the columns as they were. */
function remembering(scope: ClientScope, change: SetChange, columns: LeadColumn[]): RawBuilder<unknown> {
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
      INSERT INTO ${scope.table('lead_events')} (id, lead_id, user_id, kind, via, operation_id, changes)
      SELECT ${newId}, id, ${user}, ${happened}, ${via}::text, ${operationId}, changes FROM differences
    )`;
  if (!operation) return events;
  return sql`${events}, operation AS (
      INSERT INTO ${scope.table('operations')} AS o (id, kind, user_id, leads, summary)
      SELECT ${operationId}, ${operation.kind}::text, ${user}, count(*), ${operation.summary}::text FROM new
      -- a lead that this very operation has changed before is no further one
      WHERE NOT EXISTS (SELECT FROM ${scope.table('operation_leads')} m WHERE m.operation_id = ${operationId} AND m.lead_id = new.id)
      HAVING count(*) > 0
      ON CONFLICT (id) DO UPDATE SET leads = o.leads + excluded.leads RETURNING undone_at
    ), remembered AS (
      INSERT INTO ${scope.table('operation_leads')} AS o (operation_id, lead_id, version, before)
      SELECT ${operationId}, id, version, coalesce(before, '{}') FROM differences
      -- a lead changed twice by one operation goes back to what it was before the first change
      ON CONFLICT (operation_id, lead_id) DO UPDATE SET version = excluded.version, before = excluded.before || o.before
    )`;
}

/**
 * `before`: changed columns as they were; `changes`: [old, new] of those a history names, with each of the client's own
 * fields by itself.
 */
function differencesOf(columns: readonly LeadColumn[]): RawBuilder<unknown> {
  const pairs = columns.map(
    (column) =>
      sql`(${column}::text, to_jsonb(new.${was(column)}), to_jsonb(new.${sql.id(column)}), true, ${isNamed(column)})`,
  );
  const parts = sql`SELECT 'custom.' || name, new.was_custom -> name, new.custom -> name, false, true
    FROM jsonb_object_keys(new.was_custom || new.custom) name WHERE new.was_custom <> new.custom`;
  return sql`SELECT jsonb_object_agg(field, was) FILTER (WHERE is_column) AS before,
      jsonb_object_agg(field, jsonb_build_array(was, is_now)) FILTER (WHERE is_named) AS changes
    FROM (VALUES ${sql.join(pairs)}${columns.includes('custom') ? sql` UNION ALL ${parts}` : sql``})
      field (field, was, is_now, is_column, is_named) WHERE was IS DISTINCT FROM is_now`;
}

/** Whether a history names the column itself. */
function isNamed(column: LeadColumn): RawBuilder<unknown> {
  const isLeftOut = column === 'custom' || (FOLLOWING_COLUMNS as readonly string[]).includes(column);
  return isLeftOut ? sql`false` : sql`true`;
}

/** Into the trash, by the one who asks for it. */
export function intoTrash(scope: ClientScope): SetChange['values'] {
  return { deleted_at: sql`now()`, deleted_by: sql`${scope.user.id}::uuid` };
}

export const OUT_OF_TRASH: SetChange['values'] = {
  deleted_at: sql`NULL::timestamptz`,
  deleted_by: sql`NULL::uuid`,
};
