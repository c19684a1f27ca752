import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemScope } from '#server/db/system-scope.ts';

/**
 * Notes that somebody has asked for this and answers whether they had any left: so many per hour and subject. In the
 * database, shared by processes and kept over restarts; those that ask at once take turns.
 */
export async function mayAsk({ core }: SystemScope, subject: string, perHour: number): Promise<boolean> {
  const hash = createHash('sha256').update(subject).digest();
  return await core.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`asked ${hash.toString('hex')}`}, 0))`.execute(
      trx,
    );
    await trx
      .deleteFrom('core.public_requests')
      .where('at', '<', sql<Date>`now() - interval '1 hour'`)
      .execute();
    const { asked } = await trx
      .selectFrom('core.public_requests')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('subject', '=', hash)
      .executeTakeFirstOrThrow();
    if (asked >= perHour) return false;
    await trx.insertInto('core.public_requests').values({ subject: hash }).execute();
    return true;
  });
}
