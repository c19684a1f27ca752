import { sql } from 'kysely';
import { LOST_END_MINUTES } from '#shared/activities/phone-calls.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import type { Database } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { announce } from '#server/features/phone-calls/announce-call.ts';
import { RING } from '#server/features/phone-calls/find-calls.queries.ts';
import type { StoredCall } from '#server/features/phone-calls/find-calls.queries.ts';
import { logCall } from '#server/features/phone-calls/log-call.queries.ts';
import { listTelephonyClients } from '#server/features/phone-calls/telephony-sources.queries.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';
import { findSource } from '#server/features/sources/source-door.queries.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';

const LOST_END = 'The telephone system didn’t report the end of this call.';

/**
 * Ends the calls whose end never arrived, in every client: a call that was answered is logged without its length, one that
 * nobody answered counts as missed, and one that the page has begun and of which nothing was told is forgotten. A log that a
 * person has made stays as it is. Several processes share the work.
 */
export async function endLostCalls(database: Database, leave?: AbortSignal): Promise<void> {
  const isLeaving = () => leave?.aborted ?? false;
  await eachUnlessLost(await listTelephonyClients(database), async (id) => {
    const client = await findClient(database, id);
    if (!client?.isActive) return;
    for (let isMore = true; isMore && !isLeaving();) isMore = await endOne(database, client);
  });
}

/** Ends the oldest lost call of a client; returns whether there was one. */
async function endOne(database: Database, client: ClientRef): Promise<boolean> {
  const db = database.client(client).withSchema(client.schema);
  const lost = sql<boolean>`state <> 'ended' AND created_at < now() - make_interval(mins => ${LOST_END_MINUTES})`;
  const next = await db
    .selectFrom('phone_calls')
    .select(['id', 'source_id'])
    .where(lost)
    .orderBy('created_at')
    .executeTakeFirst();
  if (!next) return false;
  const source = await findSource(database, next.source_id);
  const sender = { id: next.source_id, name: source?.name ?? 'LMS' };
  const scope = await asSender(database, client, sender);
  const leaders = await leadersOf(database, client.id);
  await scope.transaction(async (inside) => {
    const found = await inside.db
      .selectFrom('phone_calls')
      .selectAll()
      .where('id', '=', next.id)
      .where(lost)
      .forUpdate()
      .executeTakeFirst();
    // Another process has ended it, or its end has come.
    if (!found) return;
    if (found.provider_id.startsWith(RING) && !found.is_logged && found.notes === null) {
      await inside.db.deleteFrom('phone_calls').where('id', '=', found.id).execute();
      return;
    }
    const call = await ended(inside.db, found);
    const known = source && { ...source, ownNumber: source.ring?.caller_id ?? '' };
    const logged = call.is_logged ? { call } : await logCall(inside, { source: known, leaders }, call);
    await announce(inside, logged.call, logged.call.told);
  });
  return true;
}

type Db = Parameters<Parameters<Awaited<ReturnType<typeof asSender>>['transaction']>[0]>[0]['db'];

/** Ends a call. Somebody has spoken in one with an outcome. */
const ended = async (db: Db, { id, notes, call_outcome, is_logged }: StoredCall): Promise<StoredCall> =>
  await db
    .updateTable('phone_calls')
    .set({
      state: 'ended',
      notes: is_logged ? notes : (notes ?? LOST_END),
      ...(call_outcome && { result: 'answered' as const }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
