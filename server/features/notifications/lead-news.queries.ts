import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { PUSH_KINDS } from '#shared/activities/push-devices.ts';
import type { PushKind } from '#shared/activities/push-devices.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { visibleRows } from '#server/db/visibility/visible-rows.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import type { Seen } from '#server/features/notifications/message-contents.queries.ts';
import { MAILED_KINDS } from '#server/leads/changes/notify.ts';
import type { MailedKind } from '#server/leads/changes/notify.ts';
import { noteLeads } from '#server/features/notifications/deliveries.queries.ts';
import type { LeadNotice, Message } from '#server/features/notifications/deliveries.queries.ts';

/**
 * Minutes within which a lead's notification can still become an email if its announcement was lost or the
 * process died.
 */
const NEWS_MINUTES = 60;
/** Follow-ups are pushed with their own deliveries. */
const PUSHED_LEADS = PUSH_KINDS.filter((kind) => kind !== 'due');

/** Notifications recorded in one statement. */
const BATCH = 2000;

/** The users who want to hear of leads, by email if there is any, or on a device. */
const wanting = (core: Kysely<CoreTables>, hasMail: boolean) =>
  core
    .selectFrom('core.users as u')
    .select('u.id')
    .where('u.is_active', '=', true)
    .where(
      sql<boolean>`(${hasMail}::boolean AND u.notify_leads OR EXISTS (SELECT 1 FROM core.push_devices d WHERE d.user_id = u.id))`,
    );

/**
 * Records an email or a push for each new lead notification whose recipient wants one; each is recorded once, by
 * whichever process is first. If nobody wants any, this costs a single query of the accounts. Users with access to
 * all clients are told on their devices.
 */
export async function noteLeadNews(database: Database, client: ClientRef, hasMail: boolean): Promise<void> {
  const people = await wanting(openCore(database), hasMail)
    .where(sql<boolean>`(u.client_id = ${client.id} OR u.client_id IS NULL)`)
    .execute();
  const place = sql`(SELECT ${client.id}::uuid AS client_id, n.* FROM ${sql.id(client.schema, 'notifications')} n)`;
  await note(database, database.client(client), place, { people, hasMail });
}

/**
 * The same for every client, with one statement over all of them. The mirror may lack the newest: the next run finds
 * those.
 */
export async function noteLeadNewsEverywhere(database: Database, hasMail: boolean): Promise<void> {
  const people = await wanting(openCore(database), hasMail).execute();
  await note(database, database.allClients, sql`all_clients.notifications`, { people, hasMail });
}

type Wanting = { people: readonly { id: string }[]; hasMail: boolean };

/** Records the news in `place`, notifications with their client, for these people. */
async function note(
  database: Database,
  db: Kysely<ClientTables>,
  place: RawBuilder<unknown>,
  { people, hasMail }: Wanting,
): Promise<void> {
  if (people.length === 0) return;
  const kinds = { mailed: hasMail ? MAILED_KINDS : [], pushed: PUSHED_LEADS };
  // Ids begin with their timestamp, so only the newest rows are read.
  const since = uuidv7({ msecs: Date.now() - NEWS_MINUTES * 60_000 });
  const { rows } = await sql<LeadNotice>`
    SELECT client_id, id, user_id, kind, created_at FROM ${place} n
    WHERE user_id = ANY(${people.map(({ id }) => id)}::uuid[]) AND id > ${since}::uuid AND read_at IS NULL
      AND kind = ANY(${[...kinds.mailed, ...kinds.pushed]}::text[])
  `.execute(db);
  for (let at = 0; at < rows.length; at += BATCH)
    await noteLeads(database, rows.slice(at, at + BATCH), kinds);
}

export type LeadNews = {
  kind: MailedKind | Exclude<PushKind, 'due'>;
  leads: number;
  leadId: string | null;
  leadName: string | null;
  by: string | null;
};

/**
 * The current notification of a message; undefined when it was read, or the lead is gone, not visible or
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
