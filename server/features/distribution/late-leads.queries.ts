import { sql } from 'kysely';
import { companyActor } from '#server/db/actors.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { findClient } from '#server/db/find-client.ts';
import { Scope } from '#server/db/scope.ts';
import { leadersOf, managersOf } from '#server/features/users/people-to-tell.queries.ts';
import { notifyPeople } from '#server/leads/changes/notify.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

/**
 * How many leads of one client are handled at a time, so that clients with many late leads do not delay
 * others.
 */
const BATCH = 200;

/**
 * Leads that nobody has contacted within the promised minutes and that nobody was notified of; served by
 * `leads_promised`.
 */
const LATE = sql`contact_by IS NOT NULL AND contact_by <= now() AND escalated_at IS NULL AND last_contacted_at IS NULL
  AND deleted_at IS NULL AND NOT is_archived`;

/**
 * Notifies once of each client's late leads: the manager of the lead's owner, or else the client's managers
 * and admins. A single statement over all clients finds those with late leads, so clients without a promise
 * cost nothing. Several processes share the work.
 */
export async function notifyOfLateLeads(database: Database, leave?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ client_id: string }>`
    SELECT DISTINCT client_id FROM all_clients.leads WHERE ${LATE}
  `.execute(database.allClients);
  const waiting = rows.map(({ client_id }) => client_id);
  await eachUnlessLost(waiting, async (id) => {
    if (leave?.aborted) return;
    const client = await findClient(database, id);
    // A client with more late leads waits for its next turn behind the others.
    if (client?.isActive && (await tellClient(database, client)) === BATCH) waiting.push(id);
  });
}

type Late = { id: string; status: string; assigned_to: string | null };

/** Sends notifications for one client's next late leads; returns how many it has checked. */
async function tellClient(database: Database, client: ClientRef): Promise<number> {
  const leaders = await leadersOf(database, client.id);
  const managers = await managersOf(database, client.id);
  const whom = ({ assigned_to }: Late) => [managers.get(assigned_to ?? '') ?? leaders].flat();
  const { meaningOf } = await fieldOptions(await new Scope(database, companyActor(client)).reading());
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
      // A lead that is already won or lost needs no first contact.
      await sql`
        UPDATE ${table('leads')} SET escalated_at = CASE WHEN id = ANY(${open}::uuid[]) THEN ${new Date()}::timestamptz END,
          contact_by = CASE WHEN id = ANY(${open}::uuid[]) THEN contact_by END
        WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[])
      `.execute(trx);
      await notifyPeople({ db: trx, table, stored: table }, 'late', told);
      return rows.length;
    });
}
