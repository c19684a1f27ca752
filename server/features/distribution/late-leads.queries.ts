import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { newId } from '#server/db/new-id.ts';
import { Scope } from '#server/db/scope.ts';
import { leadersOf, managersOf } from '#server/features/notifications/deliveries.queries.ts';
import { fieldOptions } from '#server/leads/field-options.queries.ts';

/** Leads of one client at a time: clients with many late leads keep nobody else's waiting. */
const BATCH = 200;

/** Leads that nobody has contacted within the promised minutes, and of which nobody has been told; served by `leads_promised`. */
const LATE = sql`contact_by IS NOT NULL AND contact_by <= now() AND escalated_at IS NULL AND last_contacted_at IS NULL
  AND deleted_at IS NULL AND NOT is_archived`;

/**
 * Tells of every client's late leads, of each once: the manager of the lead's owner, or else all leaders. One statement over all clients finds those that have some:
 * clients that promise nothing cost nothing. Several processes share the work.
 */
export async function tellOfLateLeads(database: Database, leave?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ client_id: string }>`
    SELECT DISTINCT client_id FROM all_clients.leads WHERE ${LATE}
  `.execute(database.allClients);
  let waiting = rows.map(({ client_id }) => client_id);
  while (waiting.length > 0) {
    const again: string[] = [];
    for (const id of waiting) {
      if (leave?.aborted) return;
      const client = await findClient(database, id);
      if (client?.isActive && (await tellClient(database, client)) === BATCH) again.push(id);
    }
    waiting = again;
  }
}

type Late = { id: string; status: string; assigned_to: string | null };

/** Tells of the next late leads of one client; answers how many it has looked at. */
async function tellClient(database: Database, client: ClientRef): Promise<number> {
  const leaders = await leadersOf(database, client.id);
  const managers = await managersOf(database, client.id);
  const whom = ({ assigned_to }: Late) => [managers.get(assigned_to ?? '') ?? leaders].flat();
  const job = {
    id: client.id,
    name: '',
    email: '',
    role: 'manager',
    client,
    seesAllClients: false,
    sight: null,
  } as const;
  const { meaningOf } = await fieldOptions(await new Scope(database, job).reading());
  const table = (name: string) => sql.id(client.schema, name);
  return await database
    .client(client)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<Late>`
        SELECT id, status, assigned_to FROM ${table('leads')} WHERE ${LATE} ORDER BY contact_by LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      `.execute(trx);
      const late = rows.filter(({ status }) => meaningOf(status) === 'open');
      const open = late.map(({ id }) => id);
      const told = late.flatMap((lead) => whom(lead).map((user_id) => ({ lead_id: lead.id, user_id })));
      // A lead that is won or lost already needs no first contact any more.
      await sql`
        UPDATE ${table('leads')} SET escalated_at = CASE WHEN id = ANY(${open}::uuid[]) THEN ${new Date()}::timestamptz END,
          contact_by = CASE WHEN id = ANY(${open}::uuid[]) THEN contact_by END
        WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[])
      `.execute(trx);
      await sql`
        INSERT INTO ${table('notifications')} (id, user_id, kind, lead_id)
        SELECT ${newId}, m.id, 'late', told.lead_id
        FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS told (lead_id uuid, user_id uuid)
          JOIN ${table('members')} m ON m.id = told.user_id
      `.execute(trx);
      return rows.length;
    });
}
