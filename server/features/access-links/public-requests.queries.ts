import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';

const HOUR = 3600;

/**
 * Notes that somebody has asked for this, so many times per hour and subject, and answers 0; or answers the seconds until
 * they may ask again, and notes nothing. In the database, shared by processes and kept over restarts; those that ask at
 * once take turns.
 */
export async function secondsToAsk(system: SystemScope, subject: string, perHour: number): Promise<number> {
  const core = openCore(system);
  const hash = createHash('sha256').update(subject).digest();
  return await core.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`asked ${hash.toString('hex')}`}, 0))`.execute(
      trx,
    );
    await trx
      .deleteFrom('core.public_requests')
      .where('at', '<', sql<Date>`now() - make_interval(secs => ${HOUR})`)
      .execute();
    // Of the latest `perHour` the oldest one: with it gone there is one left.
    const blocking = await trx
      .selectFrom('core.public_requests')
      .select(sql<number>`${HOUR} - extract(epoch FROM now() - at)::float8`.as('wait'))
      .where('subject', '=', hash)
      .orderBy('at', 'desc')
      .offset(perHour - 1)
      .limit(1)
      .executeTakeFirst();
    if (blocking) return Math.max(1, Math.ceil(blocking.wait));
    await trx.insertInto('core.public_requests').values({ subject: hash }).execute();
    return 0;
  });
}

/** Whether they had any left, noted like `secondsToAsk`: for callers that are told nothing. */
export async function mayAsk(system: SystemScope, subject: string, perHour: number): Promise<boolean> {
  return (await secondsToAsk(system, subject, perHour)) === 0;
}
