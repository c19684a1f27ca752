import { sightToday } from '#server/db/visibility/covers.ts';
import type { Database } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';
import { findRecipient } from '#server/features/notifications/message-contents.queries.ts';
import type { Seen } from '#server/features/notifications/message-contents.queries.ts';
import type { Frame } from '#server/features/notifications/message-texts.ts';

/** The recipient of a message, and what the recipient sees today of the client that it is about. */
export type Addressee = { frame: Frame; seen: Seen };

/** Undefined when the client is inactive, or the recipient no longer wants the message or has moved. */
export async function findAddressee(
  database: Database,
  message: Message,
  publicUrl: string,
): Promise<Addressee | undefined> {
  const client = await findClient(database, message.client_id);
  const recipient = client?.isActive ? await findRecipient(database, message) : undefined;
  if (!client || !recipient) return undefined;
  const user = { id: message.user_id, sight: recipient.sight };
  const sight = await sightToday(database.client(client), client, user);
  return { frame: { recipient, timeZone: client.timeZone, publicUrl }, seen: { client, sight } };
}
