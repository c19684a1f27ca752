import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { Account } from '#server/accounts/account.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { InvalidInput, tryAgainIn } from '#server/errors.ts';
import { markedDevice } from '#server/features/auth/device-mark.ts';
import { verifyPassword } from '#server/secrets/passwords.ts';

const WINDOW_MINUTES = 15;
/**
 * Limits for one account: from one address, and from all addresses together. Nobody without many addresses
 * can reach the second.
 */
const FAILURES_PER_ACCOUNT = 20;
const FAILURES_IN_ALL = 100;
const FAILURES_PER_ADDRESS = 60;
/**
 * After this number of failures for an account from one address, each further attempt there waits twice as
 * long as the one before.
 */
const FREE_FAILURES = 5;
const LONGEST_WAIT = 300;

/** The keys for counting wrong passwords: the account and the address of the attempts. */
type Tries = { account: Buffer; address: string };
export type Attempt = { id: number; account: Buffer };

const hashOf = (subject: string) => createHash('sha256').update(subject).digest();
/** Counts attempts separately from everybody else's, so that neither blocks the other. */
const apart = (subject: string): Tries => ({ account: hashOf(subject), address: subject });

/** A sign-in from any browser: counted by account and address, by account, and by address. */
export const signInTries = (email: string, address: string): Tries => ({
  account: hashOf(normaliseEmail(email)),
  address,
});

/**
 * A sign-in from a browser that has signed in to the account before, recognised by its valid session or its
 * mark. Other people's attempts cannot lock the owner out there, and a stolen cookie allows no more guesses
 * than usual.
 */
export const deviceTries = (device: string): Tries => apart(`device ${device}`);

/**
 * Current-password checks of a signed-in user: somebody with a stolen token can neither keep guessing nor
 * lock the owner out.
 */
const passwordTries = (userId: string): Tries => apart(`password of ${userId}`);

/**
 * Codes after a right password: somebody who knows the password can neither keep guessing nor lock out the
 * owner, who has signed in on `device` before.
 */
export const codeTries = (userId: string, device: string | undefined): Tries =>
  apart(`code of ${userId} ${device ?? ''}`);

/**
 * Records an attempt before the password is checked (it counts as failed until it succeeds) and throws 429
 * with the seconds to wait when the account or address has used up its attempts. Attempts are stored in the
 * database, so they are shared by processes and survive restarts; those for one account or address run one at
 * a time, so that parallel attempts count like consecutive ones.
 */
export async function beginAttempt(system: SystemScope, { account, address }: Tries): Promise<Attempt> {
  return await inCore(system, async (trx) => {
    await takeTurn(trx, `account ${account.toString('hex')}`);
    await takeTurn(trx, `address ${address}`);
    await refuseExhausted(trx, account, address);
    const noted = await trx
      .insertInto('core.sign_in_attempts')
      .values({ account, address, failed: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: noted.id, account };
  });
}

async function refuseExhausted(core: Kysely<CoreTables>, account: Buffer, address: string): Promise<void> {
  const { rows } = await sql<{ age: number; by_account: boolean; by_address: boolean }>`
    SELECT extract(epoch FROM clock_timestamp() - at)::float8 AS age,
      account = ${account} AS by_account, address = ${address} AS by_address
    FROM core.sign_in_attempts
    WHERE failed AND at > now() - make_interval(mins => ${WINDOW_MINUTES})
      AND (account = ${account} OR address = ${address})
    ORDER BY at
  `.execute(core);
  const agesOf = (kept: typeof rows) => kept.map(({ age }) => age);
  const byAccount = rows.filter((row) => row.by_account);
  const here = byAccount.filter((row) => row.by_address);
  const byAddress = rows.filter((row) => row.by_address);
  const wait = Math.max(
    secondsToWait(agesOf(here), FAILURES_PER_ACCOUNT, pauseAfter),
    secondsToWait(agesOf(byAccount), FAILURES_IN_ALL, () => 0),
    secondsToWait(agesOf(byAddress), FAILURES_PER_ADDRESS, () => 0),
  );
  if (wait > 0) throw tryAgainIn(wait, 'Too many sign-in attempts.');
}

const pauseAfter = (failures: number) =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES), LONGEST_WAIT);

/**
 * Seconds until another attempt is allowed, 0 for at once. `ages`: how many seconds ago each failure was,
 * oldest first. After `limit` failures within the window, the oldest must leave it; before that, there may be
 * a pause after the latest. @internal
 */
export function secondsToWait(
  ages: readonly number[],
  limit: number,
  pause: (failures: number) => number,
): number {
  let wait = 0;
  for (let left = 0; left < ages.length; left += 1) {
    const counted = ages.length - left;
    const end = counted >= limit ? Infinity : pause(counted) - (ages.at(-1) ?? 0);
    const leaves = WINDOW_MINUTES * 60 - (ages[left] ?? 0);
    if (end <= wait) return wait;
    if (end <= leaves) return end;
    wait = Math.max(wait, leaves);
  }
  return wait;
}

/**
 * Clears the failures of an account that has set a new password by link, also those of the browser that did
 * so, by its mark.
 */
export async function forgetFailures(
  system: SystemScope & { installation: { tokenKey: string } },
  { id, email }: { id: string; email: string },
  mark: string | undefined,
): Promise<void> {
  const core = openCore(system);
  const device = mark === undefined ? undefined : markedDevice(system.installation.tokenKey, id, mark);
  const subjects = [
    signInTries(email, '').account,
    passwordTries(id).account,
    ...(device === undefined ? [] : [deviceTries(device).account]),
  ];
  await core.deleteFrom('core.sign_in_attempts').where('account', 'in', subjects).execute();
}

/** Clears the account's failures after a correct password, and deletes old rows. */
export async function endAttempt(system: SystemScope, attempt: Attempt): Promise<void> {
  const core = openCore(system);
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

const signInAgainAt = (provider: string) =>
  `Your company signs in with ${provider} only. Sign out, and sign in there again.`;

/** Throws 422 unless this is the account's password, 429 after too many wrong ones. */
export async function provePassword(system: SystemScope, account: Account, password: string): Promise<void> {
  if (account.onlyBy !== null)
    throw new InvalidInput([{ field: 'currentPassword', message: signInAgainAt(account.onlyBy) }]);
  const attempt = await beginAttempt(system, passwordTries(account.id));
  if (!(await verifyPassword(password, account.passwordHash)))
    throw new InvalidInput([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
  await endAttempt(system, attempt);
}
