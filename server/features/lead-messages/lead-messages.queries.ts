import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { LeadMessage, leadMessages } from '#shared/leads/lead-messages.ts';
import { changesLead } from '#server/current-request.ts';
import { once } from '#server/db/once.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { Once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { templateName } from '#server/features/message-templates/message-templates.queries.ts';
import { refreshFirstContacts } from '#server/leads/changes/first-contacts.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

/**
 * Records that the signed-in user has opened WhatsApp or the email app for a lead, once per key. Updates
 * only the lead's first contact, not its last, because nobody knows whether something was sent. Throws 404,
 * 409, 422.
 */
export async function createMessage(
  scope: ClientScope,
  leadId: string,
  { channel, template_id }: BodyOf<typeof leadMessages.create>,
  key?: string,
): Promise<Once<LeadMessage>> {
  const id = uuidv7();
  changesLead(leadId);
  const created = new Date();
  const template = template_id === undefined ? null : await templateName(scope, template_id);
  const call = { operation: 'lead_messages.create', key, input: { leadId, channel, template_id } };
  const made = { id, lead_id: leadId, channel, template, created_at: created.toISOString() };
  return await once(scope, call, made, async (inside) => {
    const written = await sql`
      WITH lead AS MATERIALIZED (
        SELECT id FROM ${scope.table('leads')} leads WHERE id = ${leadId} AND deleted_at IS NULL FOR UPDATE
      ), made AS (
        INSERT INTO ${scope.stored('lead_messages')} (id, lead_id, user_id, channel, template, created_at)
      SELECT ${id}::uuid, id, ${scope.user.id}::uuid, ${channel}, ${template}, ${created} FROM lead${onOneNode(scope)}
        RETURNING id
      )
      SELECT id FROM made
    `.execute(inside.db);
    if (written.rows.length !== 1) throw new NotFound(UNKNOWN_LEAD);
    await refreshFirstContacts(inside, [leadId]);
  });
}
