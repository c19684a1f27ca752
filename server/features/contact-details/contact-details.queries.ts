import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { customKey } from '#shared/fields/custom-fields.ts';
import type { CustomValues } from '#shared/fields/custom-fields.ts';
import { changesLead } from '#server/current-request.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { contactFields } from '#server/leads/settings/field-options.queries.ts';

type Row = { name: string; phone: string | null; email: string | null; custom: CustomValues };

/**
 * The whole contact details of a lead in these fields. To a caller who reads them masked they are shown: that is a line in the lead's
 * history. Throws 404.
 */
export async function showContacts(
  scope: ClientScope,
  leadId: string,
  fields: readonly string[],
): Promise<Record<string, string | null>> {
  const names = [...(await contactFields(scope)).keys()];
  const { rows } = await sql<Row>`
    SELECT name, phone, email, custom FROM ${scope.table('leads')} leads WHERE id = ${leadId}::uuid AND deleted_at IS NULL
  `.execute(scope.db);
  const [lead] = rows;
  if (!lead) throw new NotFound(UNKNOWN_LEAD);
  const { custom, ...own } = lead;
  const all = new Map<string, unknown>([
    ...Object.entries(own),
    ...names.map((name) => [customKey(name), custom[name]] as const),
  ]);
  const values = Object.fromEntries(fields.map((field) => [field, (all.get(field) as string) ?? null]));
  const shown = Object.keys(values).filter((field) => values[field] !== null);
  if (scope.user.masksContacts && shown.length > 0) await noteShown(scope, leadId, shown);
  return values;
}

async function noteShown(scope: ClientScope, leadId: string, fields: readonly string[]): Promise<void> {
  changesLead(leadId);
  const changes = Object.fromEntries(fields.map((field) => [field, [null, null]]));
  await sql`
    INSERT INTO ${scope.stored('lead_events')} (id, lead_id, user_id, kind, via, changes)
    VALUES (${uuidv7()}, ${leadId}, ${scope.user.id}, 'shown', 'edit', ${JSON.stringify(changes)})
  `.execute(scope.db);
}
