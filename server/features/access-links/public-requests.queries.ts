import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';

const HOUR = 3600;

/**
 * Records a request for `subject` and returns 0; when the hourly limit is reached, records nothing and
 * returns the seconds until the next request is allowed. Requests are stored in the database, so they are
 * shared by processes and survive restarts; simultaneous ones run one at a time.
 */
export async function secondsToAsk(system: SystemScope, subject: string, perHour: number): Promise<number> {
  const hash = createHash('sha256').update(subject).digest();
  return await inCore(system, async (trx) => {
    await takeTurn(trx, `asked ${hash.toString('hex')}`);
    await trx
      .deleteFrom('core.public_requests')
      .where('at', '<', sql<Date>`now() - make_interval(secs => ${HOUR})`)
      .execute();
    // The oldest of the latest `perHour` requests: once it is an hour old, another one is allowed.
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

/**
 * Whether a request is within the limit, recorded like `secondsToAsk`: for callers that are not told how long
 * to wait.
 */
export async function mayAsk(system: SystemScope, subject: string, perHour: number): Promise<boolean> {
  return (await secondsToAsk(system, subject, perHour)) === 0;
}
