import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { QueryOf } from '#shared/endpoint.ts';
import { UNDO_DAYS } from '#shared/operations.ts';
import type { UndoResult, operations } from '#shared/operations.ts';
import { can } from '#shared/permissions.ts';
import { pageOf } from '#server/db/paginate.ts';
import type { Actor, ClientScope, ReadScope } from '#server/db/scope.ts';
import type { OperationRow } from '#server/db/tables.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { beforeImages, changedColumns } from '#server/features/leads/before-images.queries.ts';
import { foldCounts } from '#server/features/leads/lead-counts.queries.ts';
import { unmerge } from '#server/features/leads/lead-merge.queries.ts';
import { changeLeads, intoTrash } from '#server/features/leads/lead-sets.queries.ts';
import { handBack } from '#server/features/users/handover.queries.ts';
import type { HandedReminders } from '#server/features/users/handover.queries.ts';
import { reopenCompleted } from '#server/features/reminders/follow-up-dates.queries.ts';

export const UNKNOWN_OPERATION = 'This operation does not exist.';
/** Leads that one statement brings back. */
const BATCH = 2000;

const isRecent = sql<boolean>`operations.at > now() - make_interval(days => ${UNDO_DAYS})`;

/** Admins see what anybody in their client did; everybody else what they did themselves. */
const mayUndo = (user: Actor, operation: { user_id: string | null }) =>
  can(user.role, 'operations.undo_any') || operation.user_id === user.id;

/** Recent operations, newest first; all that are listed may be undone by the caller while they are recent. */
export async function listOperations(scope: ReadScope, query: QueryOf<typeof operations.list>) {
  const { page, limit } = query;
  let visible = scope.db.selectFrom('operations');
  if (!can(scope.user.role, 'operations.undo_any'))
    visible = visible.where('operations.user_id', '=', scope.user.id);
  const { total } = await visible
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await visible
    .leftJoin('members', 'members.id', 'operations.user_id')
    .select([
      'operations.id',
      'kind',
      'at',
      'user_id',
      'members.name as user_name',
      'leads',
      'summary',
      'undone_at',
    ])
    .select(scope.clientId('operations').as('clientId'))
    .select(sql<boolean>`undone_at IS NULL AND ${isRecent}`.as('can_undo'))
    .orderBy('at', 'desc')
    .orderBy('operations.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data: rows, pagination: pageOf(query, total) };
}

/**
 * Takes an operation back, in one transaction; leads that somebody has changed since are left alone and reported. When
 * that is all of them, nothing has been undone. Throws 404 for others' operations, 409 when it is undone or too old.
 */
export async function undoOperation(scope: ClientScope, id: string): Promise<UndoResult> {
  const result = await scope.transaction(async (inside) => {
    await sql`SET LOCAL statement_timeout = '60s'`.execute(inside.db);
    const operation = await lockOperation(inside, id);
    const undone = operation.kind === 'merge' ? await unmerge(inside, operation) : await restore(inside, id);
    if (undone.restored > 0) {
      if (operation.kind === 'bulk_update' && operation.details)
        await handBack(inside, operation.details as HandedReminders);
      await inside.db
        .updateTable('operations')
        .set({ undone_at: sql<Date>`now()`, undone_by: scope.user.id })
        .where('id', '=', id)
        .execute();
    }
    return undone;
  });
  if (result.restored > 0) await foldCounts(scope);
  return result;
}

async function lockOperation(scope: ClientScope, id: string): Promise<Selectable<OperationRow>> {
  const operation = await scope.db
    .selectFrom('operations')
    .selectAll()
    .select(isRecent.as('is_recent'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!operation || !mayUndo(scope.user, operation)) throw new NotFound(UNKNOWN_OPERATION);
  if (operation.undone_at) throw new Conflict('This has been undone already.');
  if (!operation.is_recent) throw new Conflict(`Only the last ${UNDO_DAYS} days can be undone.`);
  return operation;
}

type Member = { id: string; name: string; is_current: boolean; is_created: boolean };

/** Changed leads get their columns back, created ones go to the trash. */
async function restore(scope: ClientScope, operationId: string): Promise<UndoResult> {
  const found = await sql<Member>`
    SELECT l.id, l.name, l.version = o.version AS is_current, o.before IS NULL AS is_created
    FROM ${scope.table('operation_leads')} o JOIN ${scope.table('leads')} l ON l.id = o.lead_id
    WHERE o.operation_id = ${operationId} ORDER BY l.id FOR UPDATE OF l
  `.execute(scope.db);
  const current = found.rows.filter((lead) => lead.is_current);
  const changed = current.filter((lead) => !lead.is_created).map(({ id }) => id);
  const created = current.filter((lead) => lead.is_created).map(({ id }) => id);
  const columns = await changedColumns(scope, operationId);
  const back = beforeImages(scope, operationId, columns);
  for (let at = 0; at < changed.length; at += BATCH) {
    const ids = changed.slice(at, at + BATCH);
    if (columns.includes('next_followup_date')) await reopenCompleted(scope, operationId, ids);
    await changeLeads(scope, { ids, ...back });
  }
  for (let at = 0; at < created.length; at += BATCH)
    await changeLeads(scope, { ids: created.slice(at, at + BATCH), values: intoTrash(scope), via: 'undo' });
  const changed_since = found.rows.filter((lead) => !lead.is_current).map(({ id, name }) => ({ id, name }));
  return { restored: current.length, changed_since };
}
