import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { normaliseEmail } from '#shared/fields.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { TooManyRequests } from '#server/errors.ts';

const WINDOW_MINUTES = 15;
const FAILURES_PER_ACCOUNT = 20;
const FAILURES_PER_ADDRESS = 60;
/** From this many failures on, each further try waits twice as long as the one before. */
const FREE_FAILURES = 5;
const LONGEST_WAIT = 300;

export type Attempt = { id: number; account: Buffer };

/**
 * Notes a try before the password is looked at (it counts as failed until it succeeds) and throws 429 with the
 * seconds to wait when account or address have used theirs up. In the database: shared by processes, kept over restarts.
 * Tries of one account or address take turns, so that many at once are counted like many in a row.
 */
export async function beginAttempt(
  { core }: SystemScope,
  email: string,
  address: string,
  knownDevice: boolean,
): Promise<Attempt> {
  const account = accountHash(email);
  return await core.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`account ${account.toString('hex')}`}, 0))`.execute(
      trx,
    );
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(trx);
    if (!knownDevice) await refuseExhausted(trx, account, address);
    const noted = await trx
      .insertInto('core.sign_in_attempts')
      .values({ account, address, failed: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: noted.id, account };
  });
}

async function refuseExhausted(core: SystemScope['core'], account: Buffer, address: string): Promise<void> {
  const since = sql`now() - make_interval(mins => ${WINDOW_MINUTES})`;
  const counted = await sql<{ by_account: number; by_address: number; waited: number }>`
    SELECT
      count(*) FILTER (WHERE account = ${account})::int AS by_account,
      count(*) FILTER (WHERE address = ${address})::int AS by_address,
      coalesce(extract(epoch FROM now() - max(at) FILTER (WHERE account = ${account})), 1e9)::float8 AS waited
    FROM core.sign_in_attempts
    WHERE failed AND at > ${since} AND (account = ${account} OR address = ${address})
  `.execute(core);
  const { by_account = 0, by_address = 0, waited = 0 } = counted.rows[0] ?? {};
  const pause = by_account < FREE_FAILURES ? 0 : Math.min(2 ** (by_account - FREE_FAILURES), LONGEST_WAIT);
  if (by_account >= FAILURES_PER_ACCOUNT || by_address >= FAILURES_PER_ADDRESS)
    refuse(WINDOW_MINUTES * 60 - waited);
  if (waited < pause) refuse(pause - waited);
}

function refuse(seconds: number): never {
  const wait = Math.min(Math.max(1, Math.ceil(seconds)), WINDOW_MINUTES * 60);
  const words =
    wait < 60
      ? `${wait} second${wait === 1 ? '' : 's'}`
      : `${Math.ceil(wait / 60)} minute${wait > 60 ? 's' : ''}`;
  throw new TooManyRequests(`Too many sign-in attempts. Please try again in ${words}.`, wait);
}

/** Who has chosen a new password by a link starts anew. */
export async function forgetFailures({ core }: SystemScope, email: string): Promise<void> {
  await core.deleteFrom('core.sign_in_attempts').where('account', '=', accountHash(email)).execute();
}

const accountHash = (email: string) => createHash('sha256').update(normaliseEmail(email)).digest();

/** A right password clears the account's failures; old lines go at the same time. */
export async function endAttempt({ core }: SystemScope, attempt: Attempt): Promise<void> {
  await core
    .deleteFrom('core.sign_in_attempts')
    .where((eb) =>
      eb.or([
        eb('account', '=', attempt.account),
        eb('at', '<', sql<Date>`now() - make_interval(mins => ${WINDOW_MINUTES})`),
      ]),
    )
    .execute();
}
