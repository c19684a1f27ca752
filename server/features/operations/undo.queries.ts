import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { UndoResult } from '#shared/activities/operations.ts';
import type { ProgressListener } from '#shared/protocol/job-events.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import type { OperationRow } from '#server/db/tables/client-tables.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { beforeImages, changedColumns } from '#server/leads/changes/before-images.queries.ts';
import { foldAfterChange } from '#server/leads/changes/lead-counters.queries.ts';
import { unmerge } from '#server/features/lead-duplicates/lead-merge.queries.ts';
import { changeLeads, inBatches, intoTrash } from '#server/leads/changes/lead-changes.queries.ts';
import { retention } from '#server/retention.ts';
import { canBeUndone, isRecent, mayUndo } from '#server/features/operations/operations.queries.ts';
import { uncoverEarlier } from '#server/leads/changes/lead-operations.queries.ts';
import { removePlanned, reopenCompleted } from '#server/leads/changes/follow-up-dates.queries.ts';
import { giveRemindersBack } from '#server/leads/changes/follow-up-owners.queries.ts';
import { handBack } from '#server/features/users/handover.queries.ts';

export const UNKNOWN_OPERATION = 'This operation does not exist.';

/**
 * Undoes an operation. Leads that have been changed since are left alone and reported; when those are all of
 * its leads, the operation stays open. Many leads are restored in several transactions; an interrupted undo
 * resumes when the user repeats it. The whole operation is undone, even for leads of users whose leads the
 * caller cannot see; of the leads changed since, only those visible to the caller are named. Throws 404 for
 * others' operations, 409 for an operation that is undone or too old.
 */
export async function undoOperation(
  caller: ClientScope,
  id: string,
  listen: ProgressListener,
): Promise<UndoResult> {
  const scope = wholeCompany(caller);
  const { operation, result } = await begin(scope, id);
  const undone = result ?? (await finish(scope, operation, listen));
  if (undone.restored > 0) await foldAfterChange(scope);
  return { ...undone, changed_since: await seenOf(caller, undone.changed_since) };
}

async function seenOf<Lead extends { id: string }>(
  scope: ClientScope,
  leads: readonly Lead[],
): Promise<Lead[]> {
  if (!scope.sight || leads.length === 0) return [...leads];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${scope.table('leads')} l WHERE id = ANY(${leads.map(({ id }) => id)}::uuid[])`.execute(
    scope.db,
  );
  const seen = new Set(rows.map(({ id }) => id));
  return leads.filter(({ id }) => seen.has(id));
}

type Operation = Selectable<OperationRow>;

/**
 * Marks the operation as being undone, so that it can neither continue nor be undone twice; a merge is undone
 * at once.
 */
async function begin(
  scope: ClientScope,
  id: string,
): Promise<{ operation: Operation; result?: UndoResult | undefined }> {
  return await scope.transaction(async (inside) => {
    const operation = await lockOperation(inside, id);
    const result = operation.kind === 'merge' ? await unmerge(inside, operation) : undefined;
    if (!result) await mark(inside, id, 'running');
    else if (result.restored > 0) await mark(inside, id, 'done');
    return { operation, result };
  });
}

async function finish(
  scope: ClientScope,
  { id, kind, details }: Operation,
  listen: ProgressListener,
): Promise<UndoResult> {
  const result: UndoResult = { restored: 0, removed: 0, changed_since: [] };
  try {
    const columns = await changedColumns(scope, id);
    const members = await scope.db
      .selectFrom('operation_leads')
      .select('lead_id')
      .where('operation_id', '=', id)
      .orderBy('lead_id')
      .execute();
    await inBatches(members, async (batch) => {
      const ids = batch.map(({ lead_id }) => lead_id);
      const done = await scope.transaction(async (inside) => await restore(inside, id, ids, columns));
      result.restored += done.restored;
      result.removed += done.removed;
      result.changed_since.push(...done.changed_since);
      listen(result.restored + result.changed_since.length, members.length);
    });
    // Follow-ups may have been handed over without a lead.
    if (kind === 'bulk_update' && details && (result.restored > 0 || members.length === 0))
      result.reminders = await handBack(scope, { details });
    // The file may bring the same rows again.
    if (kind === 'import' && result.changed_since.length === 0)
      await scope.db.deleteFrom('lead_imports').where('id', '=', id).execute();
  } catch (error) {
    await mark(scope, id, 'not done');
    throw error;
  }
  await mark(scope, id, result.restored > 0 || result.reminders ? 'done' : 'not done');
  return result;
}

type State = 'not done' | 'running' | 'done';

/** Records the state of an undo: its last progress while it runs, and its user only at the end. */
async function mark(scope: ClientScope, id: string, state: State): Promise<void> {
  await scope.db
    .updateTable('operations')
    .set({
      undone_at: state === 'not done' ? null : new Date(),
      undone_by: state === 'done' ? scope.user.id : null,
    })
    .where('id', '=', id)
    .execute();
}

async function lockOperation(scope: ClientScope, id: string): Promise<Operation> {
  const operation = await scope.db
    .selectFrom('operations')
    .selectAll()
    .select(isRecent().as('is_recent'))
    .select(canBeUndone.as('can_undo'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!operation || !mayUndo(scope.user, operation)) throw new NotFound(UNKNOWN_OPERATION);
  if (!operation.is_recent) throw new Conflict(`Only the last ${retention().trash} days can be undone.`);
  if (operation.can_undo) return operation;
  throw new Conflict(
    operation.undone_by === null
      ? 'This is being undone. If it was interrupted, try again in a minute to continue.'
      : 'This has already been undone.',
  );
}

type Member = { id: string; name: string; is_current: boolean; is_created: boolean };

/**
 * Restores the columns of changed leads and moves created ones to the trash; removes both from the operation.
 */
async function restore(
  scope: ClientScope,
  operationId: string,
  ids: readonly string[],
  columns: Awaited<ReturnType<typeof changedColumns>>,
): Promise<UndoResult> {
  const members = sql`${scope.table('operation_leads')} o`;
  const found = await sql<Member>`
    SELECT l.id, l.name, l.version = o.version AS is_current, o.before IS NULL AS is_created
    FROM ${members} JOIN ${scope.table('leads')} l ON l.id = o.lead_id
    WHERE o.operation_id = ${operationId} AND o.lead_id = ANY(${ids}::uuid[]) ORDER BY l.id FOR UPDATE OF l
  `.execute(scope.db);
  const current = found.rows.filter((lead) => lead.is_current);
  const changed = current.filter((lead) => !lead.is_created).map((lead) => lead.id);
  const created = current.filter((lead) => lead.is_created).map((lead) => lead.id);
  if (columns.includes('assigned_to')) await giveRemindersBack(scope, operationId, changed);
  if (columns.includes('next_followup_date')) {
    await removePlanned(scope, operationId, changed);
    await reopenCompleted(scope, operationId, changed);
  }
  await changeLeads(scope, { ids: changed, ...beforeImages(scope, operationId, columns) });
  await changeLeads(scope, { ids: created, values: intoTrash(scope), via: 'undo' });
  await uncoverEarlier(
    scope,
    operationId,
    current.map(({ id }) => id),
  );
  await sql`
    DELETE FROM ${members} WHERE o.operation_id = ${operationId} AND o.lead_id = ANY(${current.map((lead) => lead.id)}::uuid[])
  `.execute(scope.db);
  // Marked last, in the same lock order as the operation's batches: a transaction that has locked the
  // operation never waits for a lead.
  await mark(scope, operationId, 'running');
  const changed_since = found.rows.filter((lead) => !lead.is_current).map(({ id, name }) => ({ id, name }));
  return { restored: current.length, removed: created.length, changed_since };
}
