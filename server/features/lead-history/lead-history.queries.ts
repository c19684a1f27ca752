import { zoneOf } from '#shared/values/dates.ts';
import { sql } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { HistoryEntry, leadHistory } from '#shared/leads/lead-history.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { idsInChanges, presentedChanges } from '#server/features/lead-history/history-words.ts';
import type { StoredChanges } from '#server/features/lead-history/history-words.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

type Row = {
  is_found: boolean;
  total: number;
  id: string | null;
  at: Date;
  user_name: string | null;
  type: HistoryEntry['type'];
  /** The remaining properties of an entry as in the contract; `changes` as they are stored. */
  rest: Record<string, unknown> & { changes?: StoredChanges | null };
};

/** A lead's history, or one type of its entries, newest first. Throws 404. */
export async function listHistory(
  scope: ReadScope,
  id: string,
  query: QueryOf<typeof leadHistory.list>,
): Promise<{ data: HistoryEntry[]; pagination: Pagination }> {
  const rows = await readEntries(scope, id, query);
  if (!rows[0]?.is_found) throw new NotFound(UNKNOWN_LEAD);
  const found = rows.filter((row) => row.id !== null);
  const changes = found.flatMap(({ rest }) => (rest.changes ? [rest.changes] : []));
  const [names, { options, custom }] = await Promise.all([namesOf(scope, changes), fieldOptions(scope)]);
  const words = { names, options, custom, timeZone: zoneOf(scope.client) };
  const data = found.map(({ type, at, user_name, rest, id: entryId }) => {
    const shown =
      type === 'change' ? { ...rest, changes: presentedChanges(rest.changes ?? {}, words) } : rest;
    return { type, id: entryId, at: at.toISOString(), user_name, ...shown } as HistoryEntry;
  });
  return { data, pagination: pageOf(query, rows[0].total) };
}

async function readEntries(
  scope: ReadScope,
  id: string,
  { page, limit, type }: QueryOf<typeof leadHistory.list>,
): Promise<Row[]> {
  const found = await sql<Row>`
    WITH lead AS MATERIALIZED (
      SELECT id, created_at, created_by FROM ${scope.table('leads')} leads WHERE id = ${id}::uuid AND deleted_at IS NULL
    ), entries AS MATERIALIZED (
      SELECT e.id, e.at, e.user_id, 'change' AS type,
        jsonb_build_object('kind', e.kind, 'via', e.via, 'changes', e.changes, 'reason', e.reason) AS rest
      FROM lead JOIN ${scope.table('lead_events')} e ON e.lead_id = lead.id
      UNION ALL
      -- leads that are older than the history
      SELECT lead.id, lead.created_at, lead.created_by, 'change',
        jsonb_build_object('kind', 'created', 'via', 'edit', 'changes', NULL, 'reason', NULL)
      FROM lead WHERE NOT EXISTS (
        SELECT 1 FROM ${scope.table('lead_events')} e WHERE e.lead_id = lead.id AND e.kind = 'created'
      )
      UNION ALL
      SELECT c.id, c.call_date, coalesce(c.called_by, c.user_id), 'call',
        jsonb_build_object('call_type', c.call_type, 'call_status', c.call_status, 'call_outcome', c.call_outcome,
          'duration', c.duration, 'seconds', c.seconds, 'has_recording', c.recording IS NOT NULL, 'notes', c.notes)
      FROM lead JOIN ${scope.table('call_logs')} c ON c.lead_id = lead.id
      UNION ALL
      SELECT r.id, r.created_at, r.user_id, 'reminder',
        jsonb_build_object('title', r.title, 'description', r.description, 'is_completed', r.is_completed,
          'handled_by_name', (SELECT h.name FROM ${scope.table('members')} h WHERE h.id = r.handled_by),
          'reminder_date', to_char(r.reminder_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM lead JOIN ${scope.table('reminders')} r ON r.lead_id = lead.id
      -- a reminder that a date has made stands in the change of the date, until somebody has completed it
      WHERE r.is_completed OR NOT r.is_automatic
      UNION ALL
      SELECT n.id, n.created_at, n.user_id, 'note',
        jsonb_build_object('body', n.body, 'version', n.version, 'user_id', n.user_id,
          'edited_at', to_char(n.edited_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM lead JOIN ${scope.table('lead_notes')} n ON n.lead_id = lead.id
      UNION ALL
      SELECT o.id, o.created_at, o.user_id, 'message', jsonb_build_object('channel', o.channel, 'template', o.template)
      FROM lead JOIN ${scope.table('lead_messages')} o ON o.lead_id = lead.id
    ), wanted AS (
      SELECT * FROM entries WHERE ${type ? sql`type = ${type}` : sql`true`}
    ), page AS (
      SELECT * FROM wanted ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
    )
    SELECT EXISTS (SELECT 1 FROM lead) AS is_found, counted.total, page.id, page.at, page.type, page.rest, m.name AS user_name
    FROM (SELECT count(*) AS total FROM wanted) counted LEFT JOIN page ON true
      LEFT JOIN ${scope.table('members')} m ON m.id = page.user_id
    ORDER BY page.at DESC, page.id DESC
  `.execute(scope.db);
  return found.rows;
}

/** Names of the users and products in changes. */
async function namesOf(scope: ReadScope, changes: StoredChanges[]): Promise<Map<string, string>> {
  const ids = idsInChanges(changes);
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${scope.table('members')} WHERE id = ANY(${ids}::uuid[])
    UNION ALL SELECT id, name FROM ${scope.table('products')} WHERE id = ANY(${ids}::uuid[])
  `.execute(scope.db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
