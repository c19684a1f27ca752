import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { MOST_APPS, TRUST_DAYS } from '#shared/accounts/second-factor.ts';
import type { FactorSetup } from '#shared/accounts/second-factor.ts';
import type { Account } from '#server/accounts/account.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { codeHash, noteFactor, removeFactor } from '#server/features/second-factor/factors.queries.ts';
import { seal, unseal } from '#server/secrets/encrypted-secret.ts';
import { newSecret, plainCode, setupOf, stepOf } from '#server/secrets/one-time-codes.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

export const WRONG_CODE = 'This code is wrong, or it has been used already. Enter the newest one.';
const UNKNOWN_APP = 'This authenticator app no longer exists.';
/** Minutes within which a new app must be confirmed. */
const SETUP_MINUTES = 15;

/** A database with the installation's key, under which secrets are sealed. */
type Keyed = SystemScope & { installation: { tokenKey: string } };
type Whose = Pick<Account, 'id' | 'email'>;

const secretOf = ({ installation }: Keyed, { id, secret }: { id: string; secret: string }) =>
  unseal(installation.tokenKey, `authenticator app ${id}`, secret);
const isFresh = sql<boolean>`created_at > now() - make_interval(mins => ${SETUP_MINUTES})`;

/** Stores an app that counts once it is confirmed. Throws 409 when the user has too many. */
export async function beginApp(
  system: Keyed,
  { id: userId, email }: Whose,
  name: string,
): Promise<FactorSetup> {
  const id = uuidv7();
  const secret = newSecret();
  await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    await trx
      .deleteFrom('core.authenticator_apps')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute();
    const { rows } = await sql`SELECT 1 FROM core.authenticator_apps WHERE user_id = ${userId}`.execute(trx);
    if (rows.length >= MOST_APPS)
      throw new Conflict(`You have ${MOST_APPS} authenticator apps. Remove one before you add another.`);
    const sealed = seal(system.installation.tokenKey, `authenticator app ${id}`, secret);
    await trx
      .insertInto('core.authenticator_apps')
      .values({ id, user_id: userId, name, secret: sealed })
      .execute();
  });
  return { id, ...setupOf(secret, email) };
}

/** The setup that the user has begun and may still confirm. */
export async function pendingSetup(
  system: Keyed,
  { id: userId, email }: Whose,
): Promise<FactorSetup | undefined> {
  const app = await openCore(system)
    .selectFrom('core.authenticator_apps')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where(isFresh)
    .executeTakeFirst();
  if (!app) return undefined;
  const secret = secretOf(system, app);
  return secret === undefined ? undefined : { id: app.id, ...setupOf(secret, email) };
}

/**
 * Confirms an app with one of its codes; returns the recovery codes that come with the first one, which ends
 * all open access except `keepSession`. Throws 404, and 422 for a wrong code.
 */
export async function confirmApp(
  system: Keyed,
  userId: string,
  { id, code, keepSession }: { id: string; code: string; keepSession?: string },
): Promise<string[] | null> {
  return await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    const app = await trx
      .selectFrom('core.authenticator_apps')
      .select(['id', 'secret'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .where(isFresh)
      .executeTakeFirst();
    const secret = app && secretOf(system, app);
    if (secret === undefined) throw new NotFound(UNKNOWN_APP);
    const step = stepOf(secret, plainCode(code));
    if (step === undefined) throw new InvalidInput([{ field: 'code', message: WRONG_CODE }]);
    await trx
      .updateTable('core.authenticator_apps')
      .set({ confirmed_at: sql<Date>`now()`, last_used_at: sql<Date>`now()`, last_step: step })
      .where('id', '=', id)
      .execute();
    return await noteFactor(trx, userId, keepSession);
  });
}

/**
 * Removes one of the user's apps; recovery codes go with the last factor. Throws 404, and 409 for the last
 * factor of a user who needs one.
 */
export async function removeApp(
  system: SystemScope,
  user: Pick<Account, 'id' | 'secondFactor'>,
  id: string,
): Promise<void> {
  await removeFactor(system, user, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('core.authenticator_apps')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new NotFound(UNKNOWN_APP);
  });
}

/** Uses up a code of the user's apps, or a recovery code; undefined for a wrong or used one. */
export async function useCode(
  system: Keyed,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery' | undefined> {
  const core = openCore(system);
  const apps = await core
    .selectFrom('core.authenticator_apps')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  for (const app of apps) {
    const secret = secretOf(system, app);
    const step = secret === undefined ? undefined : stepOf(secret, plainCode(typed));
    if (step === undefined) continue;
    const used = await core
      .updateTable('core.authenticator_apps')
      .set({ last_step: step, last_used_at: sql<Date>`now()` })
      .where('id', '=', app.id)
      .where('last_step', '<', step)
      .returning('id')
      .executeTakeFirst();
    return used && 'app';
  }
  const spent = await core
    .deleteFrom('core.recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash(typed))
    .returning('user_id')
    .executeTakeFirst();
  return spent && 'recovery';
}

/** Whether the browser of a device mark may sign in without a code. */
export async function isTrusted(system: SystemScope, userId: string, device: string): Promise<boolean> {
  const row = await openCore(system)
    .selectFrom('core.trusted_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', tokenHash(device))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets a browser sign in without a code for thirty days; forgets the user's expired ones. */
export async function trustDevice(system: SystemScope, userId: string, device: string): Promise<void> {
  const core = openCore(system);
  await core
    .deleteFrom('core.trusted_devices')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  await core
    .insertInto('core.trusted_devices')
    .values({
      user_id: userId,
      device_hash: tokenHash(device),
      expires_at: sql<Date>`now() + make_interval(days => ${TRUST_DAYS})`,
    })
    .execute();
}

/** Keeps the trust in a browser whose device mark has been replaced; its end stays the same. */
export async function moveTrust(
  system: SystemScope,
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  await openCore(system)
    .updateTable('core.trusted_devices')
    .set({ device_hash: tokenHash(to) })
    .where('user_id', '=', userId)
    .where('device_hash', '=', tokenHash(from))
    .execute();
}
