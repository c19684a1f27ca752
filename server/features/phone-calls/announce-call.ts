import { sql } from 'kysely';
import { CHANNEL } from '#server/db/announce/announcements.ts';
import type { Announcement } from '#server/db/announce/announcements.ts';
import type { ClientScope } from '#server/db/scope.ts';

/** Tells the streams of these people, of every process, of a call, once the transaction has ended. */
export async function announce(
  { db, client }: ClientScope,
  { id }: { id: string },
  users: readonly string[],
): Promise<void> {
  const said = { type: 'phone_call', clientId: client.id, id, users } satisfies Announcement;
  await sql`SELECT pg_catalog.pg_notify(${CHANNEL}::text, ${JSON.stringify(said)}::text)`.execute(db);
}
