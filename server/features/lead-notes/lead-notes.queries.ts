import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { LeadNote, LeadNoteUpdate } from '#shared/leads/lead-notes.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { changesLead } from '#server/current-request.ts';
import { once } from '#server/db/once.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { Once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { Forbidden, NotFound, Stale } from '#server/errors.ts';
import { onHanging } from '#server/leads/changes/lead-follows.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

export const UNKNOWN_NOTE = 'This note does not exist.';
const NOTE = { table: 'lead_notes', unknown: UNKNOWN_NOTE } as const;
const NOT_THE_AUTHOR = 'You can change only notes that you wrote.';

type Presented = Omit<LeadNote, 'created_at' | 'edited_at'> & { created_at: Date; edited_at: Date | null };

/** One note. Throws 404, including for a note on a lead in the trash. */
export async function getNote(scope: ClientScope, id: string): Promise<Presented> {
  const { rows } = await sql<Presented>`
    SELECT n.id, n.version, n.lead_id, n.body, n.user_id, m.name AS user_name, n.created_at, n.edited_at,
      ${scope.clientId('lead_notes')} AS "clientId"
    FROM ${scope.table('lead_notes')} n
    JOIN ${scope.table('leads')} l ON l.id = n.lead_id AND l.deleted_at IS NULL
    LEFT JOIN ${scope.table('members')} m ON m.id = n.user_id
    WHERE n.id = ${id}
  `.execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_NOTE);
  return rows[0];
}

/**
 * Adds a note by the signed-in user, once per key; answers it as it was written. Does not change the lead itself.
 * Throws 404, 409.
 */
export async function createNote(
  scope: ClientScope,
  leadId: string,
  body: string,
  key?: string,
): Promise<Once<{ id: string }, Awaited<ReturnType<typeof getNote>>>> {
  const id = uuidv7();
  changesLead(leadId);
  const input = { leadId, body };
  return await once(scope, { operation: 'lead_notes.create', key, input }, { id }, async (inside) => {
    await insertNote(inside, { id, leadId, body });
    return await getNote(inside, id);
  });
}

/** Writes a note of any length in the caller's transaction. Throws 404. */
export async function insertNote(
  inside: ClientScope,
  { id = uuidv7(), leadId, body }: { id?: string; leadId: string; body: string },
): Promise<void> {
  const written = await sql`
    WITH lead AS MATERIALIZED (
      SELECT id FROM ${inside.table('leads')} leads WHERE id = ${leadId} AND deleted_at IS NULL FOR UPDATE
    ), made AS (
      INSERT INTO ${inside.stored('lead_notes')} (id, lead_id, user_id, body, created_at)
      SELECT ${id}::uuid, id, ${inside.user.id}::uuid, ${body}, ${new Date()}::timestamptz FROM lead${onOneNode(inside)}
      RETURNING id
    )
    SELECT id FROM made
  `.execute(inside.db);
  if (written.rows.length !== 1) throw new NotFound(UNKNOWN_LEAD);
}

/**
 * Edits a note. Throws 404; 403 for another author's; 412 with the current note when `version` is not the
 * latest.
 */
export async function updateNote(
  scope: ClientScope,
  id: string,
  { body, version }: LeadNoteUpdate,
): Promise<void> {
  await onHanging(scope, NOTE, id, async (inside, before) => {
    changesLead(before.lead_id);
    if (before.user_id !== scope.user.id) throw new Forbidden(NOT_THE_AUTHOR);
    if (version !== undefined && version !== before.version) throw new Stale(await getNote(inside, id));
    if (body === before.body) return;
    await inside.db
      .updateTable('lead_notes')
      .set({ body, version: before.version + 1, edited_at: new Date() })
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes a note for good. Throws 404, and 403 for another author's unless the caller may delete any. */
export async function removeNote(scope: ClientScope, id: string): Promise<void> {
  await onHanging(scope, NOTE, id, async (inside, note) => {
    changesLead(note.lead_id);
    if (note.user_id !== scope.user.id && !can(scope.user.role, 'notes.delete_any'))
      throw new Forbidden(PERMISSIONS['notes.delete_any'].refusal);
    await inside.db.deleteFrom('lead_notes').where('id', '=', id).execute();
  });
}
