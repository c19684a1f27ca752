import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { PUSH_KINDS } from '#shared/activities/push-devices.ts';
import type { PushChoices, push } from '#shared/activities/push-devices.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { NotFound, Unauthenticated } from '#server/errors.ts';
import type { Account } from '#server/accounts/account.ts';
import { findAccount, mayGoOn } from '#server/features/auth/auth.queries.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { seal } from '#server/secrets/encrypted-secret.ts';
import { tokenHash } from '#server/secrets/tokens.ts';

/** The most devices of a user; a further one replaces the one on which the user was seen least recently. */
const DEVICES_PER_USER = 10;

type Owner = { userId: string; sessionId: string };
type Wanted = Omit<BodyOf<typeof push.add>, 'isNew'>;

/** The user's devices, the newest first. */
export async function listDevices(system: SystemScope, { userId, sessionId }: Owner) {
  const rows = await openCore(system)
    .selectFrom('core.push_devices')
    .select(['id', 'label', 'created_at as createdAt', 'last_sent_at as lastSentAt', 'session_id'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ session_id, ...device }) => ({ ...device, isCurrent: session_id === sessionId }));
}

/**
 * Adds a browser to the user's devices, also if it was another user's before. Returns the new device's id;
 * undefined when it was the user's already. Throws 401 when the session has just ended.
 */
export async function addDevice(
  system: SystemScope,
  installationKey: string,
  { userId, sessionId }: Owner,
  { label, ...subscription }: Wanted & { label: string },
): Promise<string | undefined> {
  const id = uuidv7();
  const hash = tokenHash(subscription.endpoint);
  return await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    const session = await trx
      .selectFrom('core.sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .forShare()
      .executeTakeFirst();
    if (!session) throw new Unauthenticated();
    const before = await trx
      .deleteFrom('core.push_devices')
      .where('endpoint_hash', '=', hash)
      .returning('user_id')
      .executeTakeFirst();
    await trx
      .insertInto('core.push_devices')
      .values({
        id,
        user_id: userId,
        session_id: sessionId,
        endpoint_hash: hash,
        subscription: seal(installationKey, id, JSON.stringify(subscription)),
        label,
      })
      .execute();
    await sql`
        DELETE FROM core.push_devices WHERE id IN (
          SELECT id FROM core.push_devices WHERE user_id = ${userId} ORDER BY seen_at DESC, id DESC OFFSET ${DEVICES_PER_USER}
        )`.execute(trx);
    return before?.user_id === userId ? undefined : id;
  });
}

/** Whether a browser is still one of the user's devices; if so, it now belongs to this session. */
export async function keepDevice(
  system: SystemScope,
  { userId, sessionId }: Owner,
  { endpoint }: Wanted,
): Promise<boolean> {
  const kept = await openCore(system)
    .updateTable('core.push_devices')
    .set({ session_id: sessionId, seen_at: sql<Date>`now()` })
    .where('endpoint_hash', '=', tokenHash(endpoint))
    .where('user_id', '=', userId)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM core.sessions WHERE id = ${sessionId} AND user_id = ${userId})`)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** The user has signed in again on a device whose session goes on: notifications do, too. */
export async function moveDevices(
  system: SystemScope,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await openCore(system)
    .updateTable('core.push_devices')
    .set({ session_id: to })
    .where('session_id', '=', from)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes one of the user's devices. Throws 404. */
export async function removeDevice(system: SystemScope, userId: string, id: string): Promise<void> {
  const removed = await openCore(system)
    .deleteFrom('core.push_devices')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw new NotFound('This device shows no notifications any more.');
}

/** The user's choice of what devices are told. */
export async function getChoices(system: SystemScope, userId: string): Promise<PushChoices> {
  const { push_names, push_without } = await openCore(system)
    .selectFrom('core.users')
    .select(['push_names', 'push_without'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { showsNames: push_names, without: PUSH_KINDS.filter((kind) => push_without.includes(kind)) };
}

export async function choose(
  system: SystemScope,
  userId: string,
  { showsNames, without }: BodyOf<typeof push.choose>,
): Promise<PushChoices> {
  if (showsNames !== undefined || without)
    await openCore(system)
      .updateTable('core.users')
      .set({
        ...(showsNames !== undefined && { push_names: showsNames }),
        ...(without && { push_without: [...new Set<string>(without)] }),
      })
      .where('id', '=', userId)
      .execute();
  return await getChoices(system, userId);
}

/** The account in whose name a device acts; undefined when the device, its session or the right to work has ended. */
export async function findDeviceUser(system: SystemScope, deviceId: string): Promise<Account | undefined> {
  const row = await openCore(system)
    .updateTable('core.push_devices as d')
    .from('core.sessions as s')
    .set({ seen_at: sql<Date>`now()` })
    .whereRef('s.id', '=', 'd.session_id')
    .where('d.id', '=', deviceId)
    .returning(['d.user_id', 's.provider_of', 's.factor_at_provider'])
    .executeTakeFirst();
  const account = row && (await findAccount(system, row.user_id));
  return account && mayGoOn(account, row) ? account : undefined;
}
