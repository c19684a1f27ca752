import type { Database } from '#server/db/database.ts';
import { findClient, listActiveClients } from '#server/db/find-client.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import { noteMorning } from '#server/features/notifications/deliveries.queries.ts';
import { messagesOf, morningOf } from '#server/features/notifications/timetable.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

/**
 * Queues the morning messages of every client whose morning it is, once a day, according to its working days.
 */
export async function noteMornings(database: Database, now: Date): Promise<void> {
  const clients = await listActiveClients(database);
  const zones = new Set(clients.map(({ timeZone }) => timeZone));
  const mornings = new Map([...zones].map((zone) => [zone, morningOf(now, zone)]));
  await eachUnlessLost(clients, async ({ id, timeZone, digestedOn }) => {
    const morning = mornings.get(timeZone);
    if (!morning || morning.day === digestedOn) return;
    const client = await findClient(database, id);
    if (!client) return;
    const time = await clientTime({ db: database.client(client), client });
    await noteMorning(database, { id, ...morning, messages: messagesOf(morning.day, time) });
  });
}
