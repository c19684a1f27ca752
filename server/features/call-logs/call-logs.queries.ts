import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import type { callLogs } from '#shared/activities/call-logs.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { cappedCount, cappedPageOf } from '#server/db/sql/paginate.ts';
import { MIRRORED_CALLS, MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { CallLogRow } from '#server/db/tables/client-tables.ts';
import { NotFound } from '#server/errors.ts';
import { dayConditions } from '#server/db/days.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { isOfPeople } from '#server/leads/list/whose-work.ts';
import { notInTrash } from '#server/leads/list/not-in-trash.ts';

export const UNKNOWN_CALL = 'This call does not exist.';
/** Calls shown on a lead's page; older ones are in its history. */
const MOST_CALLS = 200;

type Call = Omit<Selectable<CallLogRow>, 'created_at' | 'source_id' | 'recording'> & {
  has_recording: boolean;
  lead_name: string;
  user_name: string | null;
  clientId: string;
};

/** Calls from `source` in the API's form, without calls of leads in the trash. */
function presentedCalls<More>(
  scope: ReadScope,
  source: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Call & More> {
  return sql`
    SELECT call_logs.id, call_logs.lead_id, leads.name AS lead_name, call_logs.user_id, call_logs.called_by,
      members.name AS user_name, call_logs.call_date, call_logs.call_type, call_logs.call_status, call_logs.call_outcome,
      call_logs.duration, call_logs.seconds, call_logs.recording IS NOT NULL AS has_recording, call_logs.notes, ${scope.clientId('call_logs')} AS "clientId"${more}
    FROM ${source} call_logs
    JOIN ${scope.table('leads')} leads ON leads.id = call_logs.lead_id AND leads.deleted_at IS NULL
    LEFT JOIN ${scope.table('members')} members ON members.id = coalesce(call_logs.called_by, call_logs.user_id)
    ${rest}`;
}

/** A page of calls and its total in one round trip. Throws 422. */
export async function listCalls(scope: ReadScope, query: QueryOf<typeof callLogs.list>) {
  const { page, limit, sort_by, sort_order } = query;
  const offset = (page - 1) * limit;
  const from = (fromOffset?: number) => {
    const where = [notInTrash(scope, 'call_logs', fromOffset), ...conditions(scope, query)];
    return sql`FROM ${scope.table('call_logs')} call_logs WHERE ${sql.join(where, sql` AND `)}`;
  };
  const direction = sort_order === 'asc' ? sql`ASC` : sql`DESC`;
  const order = sql`ORDER BY call_logs.${sql.id(sort_by)} ${direction}, call_logs.id ${direction}`;
  const counted = isCountedInSums(scope, query) ? sumOfCalls(query) : cappedCount(from());
  const { rows } = await presentedCalls<{ counted: number }>(
    scope,
    sql`(SELECT * ${from(offset)} ${order} LIMIT ${limit} OFFSET ${offset})`,
    order,
    sql`, ${counted} AS counted`,
  ).execute(scope.db);
  const beyond = rows.length === 0 && page > 1;
  const total = beyond
    ? (await scope.db.selectNoFrom(counted.as('counted')).executeTakeFirstOrThrow()).counted
    : (rows[0]?.counted ?? 0);
  return { data: rows, pagination: cappedPageOf(query, total) };
}

/** Whether the mirror's sums provide the total of a list: they are not broken down by lead, user or day. */
function isCountedInSums(scope: ReadScope, query: QueryOf<typeof callLogs.list>): boolean {
  const { lead_id, user_id, from_date, to_date } = query;
  return scope.isEverything && (lead_id ?? user_id ?? from_date ?? to_date) === undefined;
}

/** The total across clients, from the mirror's sums (decision 48). */
function sumOfCalls({ call_type, call_status }: QueryOf<typeof callLogs.list>): RawBuilder<number> {
  const where = [sql`true`];
  if (call_type) where.push(sql`call_type = ${call_type}`);
  if (call_status) where.push(sql`call_status = ${call_status}`);
  return sql<number>`(SELECT coalesce(sum(calls), 0)::int8 FROM ${sql.id(MIRROR_SCHEMA, MIRRORED_CALLS)} WHERE ${sql.join(where, sql` AND `)})`;
}

function conditions(scope: ReadScope, query: QueryOf<typeof callLogs.list>): RawBuilder<unknown>[] {
  const { lead_id, user_id, call_type, call_status } = query;
  const where = dayConditions(scope, { table: 'call_logs', column: sql`call_logs.call_date` }, query);
  if (lead_id) where.push(sql`call_logs.lead_id = ${lead_id}::uuid`);
  if (user_id) where.push(isOfPeople(scope, sql`call_logs.user_id`, user_id));
  if (call_type) where.push(sql`call_logs.call_type = ${call_type}`);
  if (call_status) where.push(sql`call_logs.call_status = ${call_status}`);
  return where;
}

/** One call. Throws 404, including for a call of a lead in the trash. */
export async function getCall(scope: ReadScope, id: string): Promise<Call> {
  const { rows } = await presentedCalls(
    scope,
    scope.table('call_logs'),
    sql`WHERE call_logs.id = ${id}`,
  ).execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_CALL);
  return rows[0];
}

/** Calls by their ids, except those of leads in the trash. */
export async function findCalls(scope: ReadScope, ids: readonly string[]): Promise<Call[]> {
  const rest = sql`WHERE call_logs.id = ANY(${ids}::uuid[])`;
  return (await presentedCalls(scope, scope.table('call_logs'), rest).execute(scope.db)).rows;
}

/** The latest calls of a lead, newest first; none for a lead the caller may not see. */
export async function findCallsOfLead(scope: ReadScope, leadId: string): Promise<Call[]> {
  const { rows } = await presentedCalls(
    scope,
    scope.table('call_logs'),
    sql`WHERE call_logs.lead_id = ${leadId} ORDER BY call_logs.call_date DESC, call_logs.id DESC LIMIT ${MOST_CALLS}`,
  ).execute(scope.db);
  return rows;
}

/** Like `findCallsOfLead`. Throws 404 for a lead the caller may not see. */
export async function listCallsOfLead(scope: ReadScope, leadId: string): Promise<Call[]> {
  const calls = await findCallsOfLead(scope, leadId);
  if (calls.length > 0) return calls;
  const lead = await sql`
    SELECT 1 FROM ${scope.table('leads')} leads WHERE id = ${leadId} AND deleted_at IS NULL`.execute(
    scope.db,
  );
  if (lead.rows.length === 0) throw new NotFound(UNKNOWN_LEAD);
  return [];
}
