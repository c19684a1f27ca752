import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ACCESS_TOKEN_MINUTES } from '#shared/accounts/auth.ts';
import type { OwnSession } from '#shared/accounts/auth.ts';
import { audit } from '#server/db/audit.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import { NotFound, Unauthenticated } from '#server/errors.ts';
import {
  findAccount,
  mayGoOn,
  refuseDuringRemoval,
  takesPrevious,
} from '#server/features/auth/auth.queries.ts';
import type { Account } from '#server/accounts/account.ts';
import { sameHash, sessionIdOf, tokenHash } from '#server/secrets/tokens.ts';
import type { SessionTokens, Tokens } from '#server/secrets/tokens.ts';

const IDLE_MINUTES = 60;
const ABSOLUTE_HOURS = 12;
const SESSIONS_PER_USER = 10;

/** The device of a session: a readable browser and system, and the address. */
export type Device = { device: string; address: string };
/** The provider of a client that has signed the user in. */
export type AtProvider = { clientId: string; session: string | null; hasFactor: boolean };

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

/** Sessions that can still be refreshed. */
const living = (core: Kysely<CoreTables>) =>
  core
    .selectFrom('core.sessions')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('idle_expires_at', '>', sql<Date>`now()`);

/**
 * Creates a session; ends the user's oldest ones beyond ten. Throws 401 when the password or the second factor
 * was changed or the account deactivated since it was checked, because such a change ends this session too.
 */
export async function createSession(
  system: SystemScope,
  tokens: Tokens,
  account: Account,
  { device, address }: Device,
  provider?: AtProvider,
): Promise<SessionTokens> {
  const core = openCore(system);
  const id = uuidv7();
  const pair = tokens.of(id, 0);
  await core.transaction().execute(async (trx) => {
    const { rows } = await sql`
      WITH account AS (
        SELECT id FROM core.users
        WHERE id = ${account.id} AND password_hash = ${account.passwordHash} AND is_active
          AND (second_factor_since IS NOT NULL) = ${account.secondFactor.isSet} FOR SHARE
      )
      INSERT INTO core.sessions
        (id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at, expires_at, device, address,
          provider_of, provider_session, factor_at_provider)
      SELECT ${id}::uuid, id, ${tokenHash(pair.access)}, ${inMinutes(ACCESS_TOKEN_MINUTES)},
        ${tokenHash(pair.refresh)}, ${inMinutes(IDLE_MINUTES)}, ${inMinutes(ABSOLUTE_HOURS * 60)}, ${device}, ${address},
        ${provider?.clientId ?? null}::uuid, ${provider?.session ?? null}, ${provider?.hasFactor ?? false}::boolean
      FROM account RETURNING id
    `.execute(trx);
    if (rows.length === 0) throw new Unauthenticated('Your account has just been changed. Please try again.');
    await sql`
      DELETE FROM core.sessions s WHERE id IN (
        SELECT id FROM core.sessions WHERE user_id = ${account.id} AND expires_at >= now()
        ORDER BY created_at DESC, id DESC OFFSET ${SESSIONS_PER_USER}
      -- A session that has run out was not ended: notifications go on to its device.
      ) OR (expires_at < now() AND NOT EXISTS (SELECT 1 FROM core.push_devices d WHERE d.session_id = s.id))
    `.execute(trx);
  });
  return pair;
}

/**
 * The next token pair for a refresh token. Reusing a token after the next one has been presented, and a grace
 * period, ends its session, because the token has been copied. Throws 401.
 */
export async function rotateSession(
  system: SystemScope,
  tokens: Tokens,
  refresh: string,
  { device, address }: Device,
): Promise<SessionTokens> {
  const core = openCore(system);
  const id = sessionIdOf('lrt', refresh);
  if (!id) throw new Unauthenticated();
  const hash = tokenHash(refresh);
  const session = await living(core)
    .selectAll()
    .select(takesPrevious.as('takes_previous'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!session) throw new Unauthenticated();
  const account = await findAccount(system, session.user_id);
  if (account) refuseDuringRemoval(account);
  if (!account || !mayGoOn(account, session)) throw new Unauthenticated();
  const counter = session.refresh_counter;
  if (!sameHash(session.refresh_hash, hash)) {
    if (session.takes_previous && sameHash(session.previous_refresh_hash, hash))
      return await issueAgain(core, tokens, id, counter);
    if (wasIssued(tokens, id, counter, refresh)) await revokeReused(system, id, account);
    throw new Unauthenticated();
  }
  const next = tokens.of(id, counter + 1);
  await core
    .updateTable('core.sessions')
    .set({
      previous_access_hash: session.access_hash,
      access_hash: tokenHash(next.access),
      access_expires_at: inMinutes(ACCESS_TOKEN_MINUTES),
      previous_refresh_hash: session.refresh_hash,
      refresh_hash: tokenHash(next.refresh),
      refresh_counter: counter + 1,
      rotated_at: sql<Date>`now()`,
      is_presented: false,
      idle_expires_at: inMinutes(IDLE_MINUTES),
      device,
      address,
    })
    .where('id', '=', id)
    .where('refresh_counter', '=', counter)
    .execute();
  // A second tab that loses this race gets the same pair, which depends only on id and counter.
  return next;
}

/** The current pair once more, for a browser that has not received it. */
async function issueAgain(
  core: Kysely<CoreTables>,
  tokens: Tokens,
  id: string,
  counter: number,
): Promise<SessionTokens> {
  await core
    .updateTable('core.sessions')
    .set({ access_expires_at: inMinutes(ACCESS_TOKEN_MINUTES), idle_expires_at: inMinutes(IDLE_MINUTES) })
    .where('id', '=', id)
    .where('refresh_counter', '=', counter)
    .execute();
  return tokens.of(id, counter);
}

function wasIssued(tokens: Tokens, id: string, counter: number, refresh: string): boolean {
  for (let old = counter - 1; old >= 0 && old > counter - 100; old -= 1) {
    if (tokens.of(id, old).refresh === refresh) return true;
  }
  return false;
}

async function revokeReused(system: SystemScope, id: string, account: Account): Promise<void> {
  await openCore(system).deleteFrom('core.sessions').where('id', '=', id).execute();
  await audit(system.core, {
    action: 'refresh_reuse',
    actor: { id: account.id, role: account.role.name },
    clientId: account.client?.id ?? null,
    objectId: id,
  });
}

export async function removeSession(system: SystemScope, id: string): Promise<void> {
  const core = openCore(system);
  await core.deleteFrom('core.sessions').where('id', '=', id).execute();
}

/** The valid session of a genuine refresh token, including a token that was just replaced. */
export async function findSession(
  system: SystemScope,
  refresh: string,
): Promise<{ id: string; userId: string } | undefined> {
  const core = openCore(system);
  const id = sessionIdOf('lrt', refresh);
  if (!id) return undefined;
  const session = await living(core)
    .select(['user_id', 'refresh_hash', 'previous_refresh_hash'])
    .select(takesPrevious.as('takes_previous'))
    .where('id', '=', id)
    .executeTakeFirst();
  const hash = tokenHash(refresh);
  const isGenuine =
    session !== undefined &&
    (sameHash(session.refresh_hash, hash) ||
      (session.takes_previous && sameHash(session.previous_refresh_hash, hash)));
  return isGenuine ? { id, userId: session.user_id } : undefined;
}

/** The user's sessions, most recently used first. `current` is the caller's session. */
export async function listSessions(
  system: SystemScope,
  userId: string,
  current: string,
): Promise<(Omit<OwnSession, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date })[]> {
  const core = openCore(system);
  const rows = await living(core)
    .select(['id', 'device', 'address', 'created_at', 'rotated_at'])
    .where('user_id', '=', userId)
    .orderBy('rotated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.rotated_at,
    isCurrent: row.id === current,
  }));
}

/** Signs out one of the user's devices. Throws 404. */
export async function removeOwnSession(system: SystemScope, userId: string, id: string): Promise<void> {
  const core = openCore(system);
  const ended = await core
    .deleteFrom('core.sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new NotFound('This session has ended already.');
}
