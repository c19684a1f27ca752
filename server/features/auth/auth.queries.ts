import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ACCESS_TOKEN_MINUTES } from '#shared/auth.ts';
import type { NotificationChoices } from '#shared/auth.ts';
import { normaliseEmail } from '#shared/fields.ts';
import { foldRole } from '#shared/permissions.ts';
import type { Role } from '#shared/permissions.ts';
import type { Actor, ClientRef } from '#server/db/scope.ts';
import { audit, clientRef } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables.ts';
import { Unauthenticated } from '#server/errors.ts';
import { sameHash, sessionIdOf, tokenHash } from '#server/features/auth/tokens.ts';
import type { SessionTokens, Tokens } from '#server/features/auth/tokens.ts';

const IDLE_MINUTES = 60;
const ABSOLUTE_HOURS = 12;
const SESSIONS_PER_USER = 10;
/** Two tabs that refresh at once, and requests under way with the token just replaced. */
const GRACE_SECONDS = 10;

export type Account = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  isActive: boolean;
  role: { id: string; name: Role };
  client: (ClientRef & { name: string }) | null;
  notifications: NotificationChoices;
};

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;

function accounts(core: Kysely<CoreTables>) {
  return core
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.password_hash',
      'u.is_active',
      'u.notify_email',
      'u.notify_reminders',
      'u.notify_weekly',
      'u.role_id',
      'r.name as role_name',
      'c.id as client_id',
      'c.client_name',
      'c.schema_name',
      'c.role_name as client_role',
      'c.time_zone',
      'c.country',
      'c.is_active as client_is_active',
    ]);
}

type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirst']>>>;

function toAccount(row: AccountRow): Account | undefined {
  const role = foldRole(row.role_name);
  if (!role) return undefined;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    passwordHash: row.password_hash,
    isActive: row.is_active,
    role: { id: row.role_id, name: role },
    notifications: { email: row.notify_email, reminders: row.notify_reminders, weekly: row.notify_weekly },
    client:
      row.client_id === null
        ? null
        : {
            ...clientRef({
              id: row.client_id,
              schema_name: row.schema_name ?? '',
              role_name: row.client_role ?? '',
              time_zone: row.time_zone ?? '',
              country: row.country ?? '',
              is_active: row.client_is_active ?? false,
            }),
            name: row.client_name ?? '',
          },
  };
}

/** Signs in only when the account and its client are active. */
export const mayAct = (account: Account) => account.isActive && account.client?.isActive !== false;

export async function findAccountByEmail({ core }: SystemScope, email: string): Promise<Account | undefined> {
  const row = await accounts(core).where('u.email_norm', '=', normaliseEmail(email)).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccount({ core }: SystemScope, id: string): Promise<Account | undefined> {
  const row = await accounts(core).where('u.id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

/** The actor behind an access token; undefined when the token is dead. One indexed read. */
export async function findActor(
  { core }: SystemScope,
  token: string,
  adminScope: 'client' | 'all',
): Promise<{ actor: Actor; account: Account; sessionId: string } | undefined> {
  const sessionId = sessionIdOf('lat', token);
  if (!sessionId) return undefined;
  const row = await accounts(core)
    .innerJoin('core.sessions as s', 's.user_id', 'u.id')
    .select(['s.access_hash', 's.previous_access_hash'])
    .select(sql<boolean>`s.rotated_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as('in_grace'))
    .where('s.id', '=', sessionId)
    .where('s.access_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  const hash = tokenHash(token);
  const matches =
    sameHash(row.access_hash, hash) || (row.in_grace && sameHash(row.previous_access_hash, hash));
  const account = matches ? toAccount(row) : undefined;
  if (!account || !mayAct(account)) return undefined;
  return { actor: actorOf(account, adminScope), account, sessionId };
}

export function actorOf(account: Account, adminScope: 'client' | 'all'): Actor {
  const { role, client } = account;
  const seesAllClients =
    role.name === 'superadmin' || (role.name === 'admin' && (client === null || adminScope === 'all'));
  const name = `${account.firstName} ${account.lastName}`;
  return { id: account.id, name, email: account.email, role: role.name, client, seesAllClients };
}

/** A new session; the oldest beyond ten of one user end. */
export async function createSession(
  { core }: SystemScope,
  tokens: Tokens,
  userId: string,
): Promise<SessionTokens> {
  const id = uuidv7();
  const pair = tokens.of(id, 0);
  await core
    .with('opened', (db) =>
      db.insertInto('core.sessions').values({
        id,
        user_id: userId,
        access_hash: tokenHash(pair.access),
        access_expires_at: inMinutes(ACCESS_TOKEN_MINUTES) as never,
        refresh_hash: tokenHash(pair.refresh),
        idle_expires_at: inMinutes(IDLE_MINUTES) as never,
        expires_at: inMinutes(ABSOLUTE_HOURS * 60) as never,
      }),
    )
    .deleteFrom('core.sessions')
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('core.sessions')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('created_at', 'desc')
            .offset(SESSIONS_PER_USER - 1),
        ),
        eb('expires_at', '<', sql<Date>`now()`),
      ]),
    )
    .execute();
  return pair;
}

/**
 * The next pair for a refresh token. A token used again after the grace ends its session: somebody has a copy.
 * Throws 401.
 */
export async function rotateSession(
  system: SystemScope,
  tokens: Tokens,
  refresh: string,
): Promise<SessionTokens> {
  const { core } = system;
  const id = sessionIdOf('lrt', refresh);
  if (!id) throw new Unauthenticated();
  const hash = tokenHash(refresh);
  const session = await core
    .selectFrom('core.sessions')
    .selectAll()
    .select(sql<boolean>`rotated_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as('in_grace'))
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('idle_expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!session) throw new Unauthenticated();
  const account = await findAccount(system, session.user_id);
  if (!account || !mayAct(account)) throw new Unauthenticated();
  const counter = session.refresh_counter;
  if (!sameHash(session.refresh_hash, hash)) {
    if (session.in_grace && sameHash(session.previous_refresh_hash, hash)) return tokens.of(id, counter);
    if (wasIssued(tokens, id, counter, refresh)) await revokeReused(core, id, account);
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
      idle_expires_at: inMinutes(IDLE_MINUTES),
    })
    .where('id', '=', id)
    .where('refresh_counter', '=', counter)
    .execute();
  // A second tab that lost this race gets the same pair: it depends on id and counter alone.
  return next;
}

function wasIssued(tokens: Tokens, id: string, counter: number, refresh: string): boolean {
  for (let old = counter - 1; old >= 0 && old > counter - 100; old -= 1) {
    if (tokens.of(id, old).refresh === refresh) return true;
  }
  return false;
}

async function revokeReused(core: Kysely<CoreTables>, id: string, account: Account): Promise<void> {
  await core.deleteFrom('core.sessions').where('id', '=', id).execute();
  await audit(core, {
    action: 'refresh_reuse',
    actor: { id: account.id, role: account.role.name },
    clientId: account.client?.id ?? null,
    objectId: id,
  });
}

export async function removeSession({ core }: SystemScope, id: string): Promise<void> {
  await core.deleteFrom('core.sessions').where('id', '=', id).execute();
}

/** Whether this refresh token belongs to a living session of the account: a device known to it. */
export async function isKnownDevice(
  { core }: SystemScope,
  refresh: string,
  userId: string,
): Promise<boolean> {
  const id = sessionIdOf('lrt', refresh);
  if (!id) return false;
  const session = await core
    .selectFrom('core.sessions')
    .select('refresh_hash')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return session !== undefined && sameHash(session.refresh_hash, tokenHash(refresh));
}

/** Stores the new hash and ends every other session of the user. */
export async function changePassword(
  { core }: SystemScope,
  userId: string,
  passwordHash: string,
  keepSession: string,
): Promise<void> {
  await core
    .with('changed', (db) =>
      db.updateTable('core.users').set({ password_hash: passwordHash }).where('id', '=', userId),
    )
    .deleteFrom('core.sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keepSession)
    .execute();
}
