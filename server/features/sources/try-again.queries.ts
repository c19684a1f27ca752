import { sql } from 'kysely';
import { isTelephony } from '#shared/activities/telephony.ts';
import type { Database } from '#server/db/database.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { leadgenId } from '#server/features/sources/portals/facebook.ts';
import { payloadOf } from '#server/features/sources/read-payload.ts';
import { findSource } from '#server/features/sources/source-door.queries.ts';
import { UNKNOWN_DELIVERY } from '#server/features/sources/source-log.queries.ts';
import { takeCallDelivery } from '#server/features/sources/take-call-delivery.queries.ts';
import { takeDelivery } from '#server/features/sources/take-delivery.queries.ts';

const UNREADABLE = 'This delivery can’t be read. Have the portal send it again as JSON or a form.';

/**
 * Processes a delivery that became no lead again, with the current field mapping; one whose lead must be read
 * from the portal waits for that. Throws 404, and 409 for text that cannot be read.
 */
export async function tryAgain(database: Database, sourceId: string, deliveryId: string): Promise<void> {
  const source = await findSource(database, sourceId);
  const db = source && database.client(source.client).withSchema(source.client.schema);
  const line = await db
    ?.selectFrom('source_deliveries')
    .select(['received', 'at'])
    .where('id', '=', deliveryId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  if (!source || !line?.received) throw new NotFound(UNKNOWN_DELIVERY);
  const part = await payloadOf(Buffer.from(line.received));
  if (part === undefined) throw new Conflict(UNREADABLE);
  if (source.kind === 'facebook' && leadgenId(part)) {
    await db
      ?.updateTable('source_deliveries')
      .set({ outcome: 'waiting', reason: null, attempts: 0, next_attempt_at: sql<Date>`now()` })
      .where('id', '=', deliveryId)
      .execute();
    return;
  }
  const take = isTelephony(source.kind) ? takeCallDelivery : takeDelivery;
  await take(database, source, { part, id: deliveryId, at: line.at });
}
