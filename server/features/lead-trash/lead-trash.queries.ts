import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { TrashedLead, leadTrash } from '#shared/leads/lead-trash.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { cappedCount, cappedPageOf } from '#server/db/sql/paginate.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { retention } from '#server/retention.ts';
import { Forbidden, NotFound } from '#server/errors.ts';
import { notifyPeople } from '#server/leads/changes/notify.ts';
import { openLeadsOf, searchedLeads } from '#server/leads/list/ready-filters.queries.ts';
import { findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { OUT_OF_TRASH, changeLeads, lockLeads } from '#server/leads/changes/lead-changes.queries.ts';

export const NOT_IN_TRASH = 'This lead is not in the trash.';
const kept = () => sql`make_interval(days => ${retention().trash})`;

type Deleted = Omit<TrashedLead, 'deleted_at' | 'purged_at'> & { deleted_at: Date; purged_at: Date };

/**
 * The client's trash, newest first: users see the leads that they could see before, no matter who deleted
 * them.
 */
export async function listTrash(scope: ReadScope, query: QueryOf<typeof leadTrash.list>) {
  const { page, limit, search } = query;
  const inTrash = [
    sql<SqlBool>`leads.deleted_at > now() - ${kept()}`,
    ...(search ? await searchedLeads(scope, search) : []),
  ];
  const where = sql<SqlBool>`${sql.join(inTrash, sql` AND `)}`;
  const { rows } = await sql<Deleted>`
    SELECT leads.id, leads.name, leads.email, leads.phone, leads.company_name, leads.status, leads.deleted_at,
      leads.deleted_at + ${kept()} AS purged_at, m.name AS deleted_user_name, ${mayRestore(scope, 'leads')} AS can_restore,
      ${scope.clientId('leads')} AS "clientId"
    FROM ${scope.table('leads')} leads LEFT JOIN ${scope.table('members')} m ON m.id = leads.deleted_by
    WHERE ${where} ORDER BY leads.deleted_at DESC, leads.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(scope.db);
  const total = cappedCount(sql`FROM ${scope.table('leads')} leads WHERE ${where}`);
  const counted = await scope.db.selectNoFrom(total.as('total')).executeTakeFirstOrThrow();
  return { data: rows, pagination: cappedPageOf(query, counted.total) };
}

/** Whether the user may restore a lead in the trash: its creator may, and users who may delete any lead. */
export function mayRestore({ user }: ReadScope, leads: 'leads' | 'l') {
  if (can(user.role, 'leads.delete_any')) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(`${leads}.created_by`)} IS NOT DISTINCT FROM ${user.id}::uuid`;
}

/**
 * Restores a lead. An open one of somebody who has left belongs to nobody, and its `leaders` are told. Throws
 * 404 when it is not in the trash (any more), 403 for users who may not delete it.
 */
export async function restoreLead(scope: ClientScope, id: string, leaders: readonly string[]): Promise<void> {
  await scope.transaction(async (inside) => {
    const [lead] = await lockLeads(
      inside,
      [id],
      sql<{
        is_kept: boolean;
        created_by: string | null;
        assigned_to: string | null;
      }>`l.created_by, l.assigned_to,
        coalesce(l.deleted_at > now() - ${kept()}, false) AS is_kept`,
    );
    if (!lead?.is_kept) throw new NotFound(NOT_IN_TRASH);
    if (!can(scope.user.role, 'leads.delete_any') && lead.created_by !== scope.user.id)
      throw new Forbidden(PERMISSIONS['leads.delete_any'].refusal);
    await changeLeads(inside, { ids: [id], values: OUT_OF_TRASH, via: 'edit' });
    if (await isLeftBehind(inside, id, lead.assigned_to)) {
      await changeLeads(inside, { ids: [id], values: { assigned_to: sql`NULL::uuid` }, via: 'edit' });
      const notices = leaders.map((user_id) => ({ user_id, lead_id: id }));
      await notifyPeople(inside, 'unassigned', notices);
    }
  }); // Afterwards, because an undo locks operation and leads the other way round.
  await closeDeletions(scope, id);
}

/** Whether a lead is open work of somebody who has left: handovers leave out the trash. */
async function isLeftBehind(scope: ClientScope, id: string, owner: string | null): Promise<boolean> {
  // Somebody who sees no unassigned leads restores it as it was.
  if (owner === null || scope.sight?.nobody === false) return false;
  if (!(await findAssignee(scope, owner))?.hasLeft) return false;
  const { rows } = await sql`
    SELECT 1 FROM ${scope.table('leads')} leads WHERE leads.id = ${id} AND ${await openLeadsOf(scope, owner)}
  `.execute(scope.db);
  return rows.length > 0;
}

/** Marks deletions as undone once all their leads have left the trash. */
async function closeDeletions(scope: ClientScope, id: string): Promise<void> {
  const members = scope.table('operation_leads');
  await sql`
    UPDATE ${scope.stored('operations')} o SET undone_at = now(), undone_by = ${scope.user.id}
    WHERE o.kind IN ('delete', 'bulk_delete') AND o.undone_at IS NULL
      AND EXISTS (SELECT 1 FROM ${members} m WHERE m.operation_id = o.id AND m.lead_id = ${id})
      AND NOT EXISTS (
        SELECT 1 FROM ${members} m JOIN ${scope.table('leads')} l ON l.id = m.lead_id
        WHERE m.operation_id = o.id AND l.deleted_at IS NOT NULL
      )
  `.execute(scope.db);
}
