import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { MAX_TOKENS } from '#shared/accounts/access-tokens.ts';
import type { AccessToken, accessTokens } from '#shared/accounts/access-tokens.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { Account } from '#server/accounts/account.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { limitedActor, userActor } from '#server/db/actors.ts';
import type { Actor } from '#server/db/actors.ts';
import type { Scope } from '#server/db/scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { findAccount, mayWork, refuseDuringRemoval } from '#server/features/auth/auth.queries.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { getClient } from '#server/features/clients/clients.queries.ts';
import { newKey, readKey } from '#server/secrets/key-text.ts';
import { sameHash } from '#server/secrets/tokens.ts';

const TOO_MANY = `You have ${MAX_TOKENS} access tokens, the most there can be. Remove one first.`;

type Listed = Omit<AccessToken, 'createdAt' | 'expiresAt' | 'lastUsedAt'> &
  Record<'createdAt', Date> &
  Record<'expiresAt' | 'lastUsedAt', Date | null>;

/** The user's own tokens, newest first. */
export async function listAccessTokens(system: SystemScope, userId: string): Promise<Listed[]> {
  const rows = await openCore(system)
    .selectFrom('core.access_tokens as t')
    .leftJoin('core.clients as c', 'c.id', 't.client_id')
    .selectAll('t')
    .select('c.client_name')
    .where('t.user_id', '=', userId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    clientName: row.client_name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

type NewToken = BodyOf<typeof accessTokens.create>;

/**
 * Creates a token of the user and returns the secret, which is never shown again. Throws 404 for a client the
 * user may not see, 409 when the user has too many tokens.
 */
export async function createAccessToken(
  scope: Scope,
  { name, scope: reach, days, clientId }: NewToken,
): Promise<{ id: string; token: string }> {
  const { user } = scope;
  if (clientId) await getClient(scope, clientId);
  const { key, publicId, secretHash, lastFour } = newKey('lpt');
  const id = uuidv7();
  await inCore(scope, async (trx) => {
    await lockUser(trx, user.id);
    const { total } = await trx
      .selectFrom('core.access_tokens')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (total >= MAX_TOKENS) throw new Conflict(TOO_MANY);
    await trx
      .insertInto('core.access_tokens')
      .values({
        id,
        user_id: user.id,
        name,
        scope: reach,
        client_id: clientId ?? null,
        public_id: publicId,
        secret_hash: secretHash,
        last_four: lastFour,
        expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
      })
      .execute();
  });
  return { id, token: key };
}

/** Deletes a token of the user. Throws 404. */
export async function removeAccessToken(system: SystemScope, userId: string, id: string): Promise<void> {
  const removed = await openCore(system)
    .deleteFrom('core.access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new NotFound('This access token does not exist.');
}

type TokenSession = {
  actor: Actor;
  account: Account;
  sessionId: string;
  /** The actions that the token allows. */
  tokenScope: AccessToken['scope'];
};

/**
 * The actor for a valid access token, limited to its client if it has one; undefined for an invalid token or
 * any other text. Records the token's last use to the minute.
 */
export async function findTokenActor(
  system: SystemScope,
  token: string,
  adminScope: 'client' | 'all',
): Promise<TokenSession | undefined> {
  const parts = readKey('lpt', token);
  if (!parts) return undefined;
  const core = openCore(system);
  const row = await core
    .selectFrom('core.access_tokens')
    .select(['id', 'user_id', 'scope', 'client_id', 'secret_hash'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('is_due'))
    .where('public_id', '=', parts.publicId)
    .where(sql<boolean>`coalesce(expires_at > now(), true)`)
    .executeTakeFirst();
  if (!row || !sameHash(row.secret_hash, parts.secretHash)) return undefined;
  const account = await findAccount(system, row.user_id);
  if (account) refuseDuringRemoval(account);
  if (!account || !mayWork(account)) return undefined;
  const actor = userActor(account, adminScope);
  const client = row.client_id === null ? undefined : await findClient(system, row.client_id);
  if (row.client_id !== null && !(client?.isActive && mayStillSee(actor, client))) return undefined;
  if (row.is_due)
    await core
      .updateTable('core.access_tokens')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', row.id)
      .execute();
  return {
    actor: client ? limitedActor(actor, client) : actor,
    account,
    sessionId: row.id,
    tokenScope: row.scope,
  };
}

/** The user may see less than when the token was created, for example after a change of ADMIN_SCOPE. */
const mayStillSee = ({ seesAllClients, client }: Actor, { id }: ClientRef) =>
  seesAllClients || client?.id === id;
