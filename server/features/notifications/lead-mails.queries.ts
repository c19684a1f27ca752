import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { newId } from '#server/db/sql/new-id.ts';
import { visibleRows } from '#server/db/visibility/visible-rows.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { Seen } from '#server/features/notifications/message-contents.queries.ts';
import { MAILED_KINDS } from '#server/leads/changes/notify.ts';
import type { MailedKind } from '#server/leads/changes/notify.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';

/**
 * Minutes within which a lead's notification can still become an email if its announcement was lost or the
 * process died.
 */
const NEWS_MINUTES = 60;

/** Clients with a user who wants emails about leads: one statement over all accounts. */
export async function clientsWithLeadMails(database: Database): Promise<string[]> {
  const rows = await openCore(database)
    .selectFrom('core.users')
    .select('client_id')
    .distinct()
    .where('notify_leads', '=', true)
    .where('is_active', '=', true)
    .where('client_id', 'is not', null)
    .execute();
  return rows.flatMap(({ client_id }) => client_id ?? []);
}

/**
 * Records an email for each new lead notification whose recipient wants one; each is recorded once, by
 * whichever process is first. If none of the client's users wants any, this costs a single query of the
 * accounts.
 */
export async function noteLeadMails(database: Database, client: ClientRef): Promise<void> {
  const core = openCore(database);
  const wanting = await core
    .selectFrom('core.users')
    .select('id')
    .where('client_id', '=', client.id)
    .where('is_active', '=', true)
    .where('notify_leads', '=', true)
    .execute();
  if (wanting.length === 0) return;
  // Ids begin with their timestamp, so only the newest rows are read.
  const since = uuidv7({ msecs: Date.now() - NEWS_MINUTES * 60_000 });
  const { rows } = await sql<{ id: string; user_id: string; created_at: Date }>`
    SELECT id, user_id, created_at FROM ${sql.id(client.schema, 'notifications')}
    WHERE user_id = ANY(${wanting.map(({ id }) => id)}::uuid[]) AND id > ${since}::uuid AND read_at IS NULL
      AND kind = ANY(${MAILED_KINDS}::text[])
  `.execute(database.client(client));
  if (rows.length === 0) return;
  await sql`
    INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, object_id, due_at)
    SELECT ${newId}, n.user_id, ${client.id}::uuid, 'lead', 'mail', n.id, n.created_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (id uuid, user_id uuid, created_at timestamptz)
    ON CONFLICT DO NOTHING
  `.execute(core);
}

export type LeadNews = {
  kind: MailedKind;
  leads: number;
  leadId: string | null;
  leadName: string | null;
  by: string | null;
};

/**
 * The current notification for an email; undefined when it was read, or the lead is gone, not visible or
 * somebody else's.
 */
export async function findLeadNews(
  database: Database,
  { client, sight }: Seen,
  { object_id }: Message,
): Promise<LeadNews | undefined> {
  const table = (name: string) => sql.id(client.schema, name);
  const { rows } = await sql<LeadNews>`
    SELECT n.kind, n.leads, l.id AS "leadId", l.name AS "leadName", m.name AS by
    FROM ${table('notifications')} n LEFT JOIN ${visibleRows(client, 'leads', sight)} l ON l.id = n.lead_id AND l.deleted_at IS NULL
      LEFT JOIN ${table('members')} m ON m.id = n.by_id
    WHERE n.id = ${object_id}::uuid AND n.read_at IS NULL AND (n.lead_id IS NULL OR l.id IS NOT NULL)
      AND (n.kind <> 'assigned' OR n.lead_id IS NULL OR l.assigned_to = n.user_id)
      AND (n.kind <> 'unassigned' OR n.lead_id IS NULL OR l.assigned_to IS NULL)
      AND (n.kind <> 'late' OR l.last_contacted_at IS NULL)
  `.execute(database.client(client));
  return rows[0];
}
