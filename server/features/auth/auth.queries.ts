import { sql } from 'kysely';
import type { InferResult, Kysely } from 'kysely';
import type { SessionUser } from '#shared/accounts/auth.ts';
import { dayOf } from '#shared/values/dates.ts';
import { YEAR_BEGINS } from '#shared/values/months.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { ROLE_LABELS, foldRole, permissionFlags, permissionsOf } from '#shared/accounts/permissions.ts';
import { usualDay } from '#shared/activities/whose-day.ts';
import type { Account } from '#server/accounts/account.ts';
import type { Config } from '#server/config.ts';
import { userActor } from '#server/db/actors.ts';
import type { Actor } from '#server/db/actors.ts';
import { clientRef } from '#server/db/find-client.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import { HttpError } from '#server/errors.ts';
import { SIGHT_COLUMNS, masksContacts, mayExport, sightOf } from '#server/accounts/lead-visibility.ts';
import { needsSecondFactor } from '#server/accounts/second-factor-rule.ts';
import { GRACE_SECONDS, sameHash, sessionIdOf, tokenHash } from '#server/secrets/tokens.ts';

function accounts(core: Kysely<CoreTables>) {
  return core
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .leftJoin('core.providers as p', 'p.client_id', 'u.client_id')
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
      'u.notify_leads',
      'u.whose_day',
      'u.second_factor_since',
      'u.keeps_password',
      'u.agent_number',
      sql<boolean>`EXISTS (SELECT 1 FROM core.sources s WHERE s.client_id = u.client_id AND s.ring IS NOT NULL AND s.is_active)`.as(
        'has_ring',
      ),
      'p.name as provider_name',
      'p.is_only',
      'p.asks_factor',
      'u.role_id',
      'r.name as role_name',
      'c.id as client_id',
      'c.client_name',
      'c.schema_name',
      'c.role_name as client_role',
      'c.time_zone',
      'c.country',
      'c.year_begins',
      'c.subscription_end_date',
      'c.is_active as client_is_active',
      'c.active_before_removal',
      'c.second_factor_for',
      'c.second_factor_from',
      ...SIGHT_COLUMNS,
    ]);
}

type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirst']>>>;

function toAccount(row: AccountRow): Account | undefined {
  const role = foldRole(row.role_name);
  if (!role) return undefined;
  const onlyBy = row.is_only && !row.keeps_password && role !== 'superadmin' ? row.provider_name : null;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    passwordHash: row.password_hash,
    isActive: row.is_active,
    role: { id: row.role_id, name: role },
    notifications: {
      email: row.notify_email,
      reminders: row.notify_reminders,
      weekly: row.notify_weekly,
      leads: row.notify_leads,
    },
    whoseDay: row.whose_day ?? usualDay(role),
    secondFactor: {
      isSet: row.second_factor_since !== null,
      // Where nobody comes in but by a provider that asks for one, everybody has shown it.
      isRequired:
        !(onlyBy !== null && row.asks_factor) &&
        needsSecondFactor(role, {
          who: row.second_factor_for,
          from: row.second_factor_from,
          timeZone: row.time_zone,
        }),
    },
    onlyBy,
    ...sightOf(row, { id: row.id, role }),
    masksContacts: masksContacts(row.salesrep_contacts, role),
    mayExport: mayExport(row.exports_by, role),
    agentNumber: row.agent_number,
    ringsPhone: row.agent_number !== null && row.has_ring,
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
            yearBegins: row.year_begins ?? YEAR_BEGINS,
            subscriptionEnd: row.subscription_end_date,
            isBeingRemoved: row.active_before_removal === true,
          },
  };
}

/** Signs in only when the account and its client are active. */
export const mayAct = (account: Account) => account.isActive && account.client?.isActive !== false;

/** Throws 503 while the account's client is being removed: a removal that fails leaves everybody signed in. */
export function refuseDuringRemoval({ client }: Account): void {
  if (!client?.isBeingRemoved) return;
  const message = 'Your company’s data cannot be reached at the moment. Please try again in a minute.';
  throw new HttpError(503, 'unavailable', message, { retryAfter: 30 });
}

/**
 * Whether tokens of the account work: it may sign in, and has the second factor that it needs, unless the
 * provider has asked for one.
 */
export const mayWork = (account: Account, hasFactor = false) =>
  mayAct(account) && (account.secondFactor.isSet || hasFactor || !account.secondFactor.isRequired);

/** Whether a session of the account works: if a password began it, one must be allowed. */
export const mayGoOn = (
  account: Account,
  session: { provider_of: string | null; factor_at_provider: boolean },
) =>
  mayWork(account, session.factor_at_provider) &&
  (account.onlyBy === null || session.provider_of === account.client?.id);

export async function findAccountByEmail(system: SystemScope, email: string): Promise<Account | undefined> {
  const core = openCore(system);
  const row = await accounts(core).where('u.email_norm', '=', normaliseEmail(email)).executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccount(system: SystemScope, id: string): Promise<Account | undefined> {
  const core = openCore(system);
  const row = await accounts(core).where('u.id', '=', id).executeTakeFirst();
  return row && toAccount(row);
}

/** The accounts with these ids. */
export async function findAccounts(system: SystemScope, ids: readonly string[]): Promise<Account[]> {
  const rows = await accounts(openCore(system))
    .where('u.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute();
  return rows.flatMap((row) => toAccount(row) ?? []);
}

/**
 * Whether the previous pair of a session still works: for a moment, and until the new one has been presented,
 * because its response may have been lost.
 */
export const takesPrevious = sql<boolean>`(NOT is_presented OR rotated_at > now() - make_interval(secs => ${GRACE_SECONDS}))`;

/** Stands for a session's id in the query of `findActor`. */
const SESSION = 'session';

const withSession = (core: Kysely<CoreTables>) =>
  accounts(core)
    .innerJoin('core.sessions as s', 's.user_id', 'u.id')
    .select(['s.access_hash', 's.previous_access_hash', 's.provider_of', 's.factor_at_provider'])
    .select(['s.is_presented', takesPrevious.as('takes_previous')])
    .where('s.id', '=', SESSION)
    .where('s.access_expires_at', '>', sql<Date>`now()`)
    .compile();
/** Compiled once: every request sends it. */
let compiled: ReturnType<typeof withSession> | undefined;

/**
 * The session, account and actor for an access token; undefined when the token is invalid. One indexed read,
 * and a write at the first use of a token.
 */
export async function findActor(
  system: SystemScope,
  token: string,
  adminScope: 'client' | 'all',
): Promise<{ actor: Actor; account: Account; sessionId: string } | undefined> {
  const core = openCore(system);
  const sessionId = sessionIdOf('lat', token);
  if (!sessionId) return undefined;
  const query = (compiled ??= withSession(core));
  const parameters = query.parameters.map((value) => (value === SESSION ? sessionId : value));
  const answer = await core.executeQuery<InferResult<typeof query>[number]>({ ...query, parameters });
  const [row] = answer.rows;
  if (!row) return undefined;
  const hash = tokenHash(token);
  const isCurrent = sameHash(row.access_hash, hash);
  const matches = isCurrent || (row.takes_previous && sameHash(row.previous_access_hash, hash));
  const account = matches ? toAccount(row) : undefined;
  if (account) refuseDuringRemoval(account);
  if (!account || !mayGoOn(account, row)) return undefined;
  if (isCurrent && !row.is_presented) await notePresented(core, sessionId, hash);
  return { actor: userActor(account, adminScope), account, sessionId };
}

/** Ends the time of the previous pair. Written once for each pair. */
async function notePresented(core: Kysely<CoreTables>, id: string, accessHash: Buffer): Promise<void> {
  await core
    .updateTable('core.sessions')
    .set({ is_presented: true })
    .where('id', '=', id)
    .where('access_hash', '=', accessHash)
    .execute();
}

/** Whether the subscription's last day has passed in the client's time zone. */
function isOver({ subscriptionEnd, timeZone }: NonNullable<Account['client']>): boolean {
  return subscriptionEnd !== null && subscriptionEnd < dayOf(new Date(), timeZone);
}

/** The account as shown on the user's own page. */
export function sessionUser(
  account: Account,
  { adminScope, sendMail }: Pick<Config, 'adminScope' | 'sendMail'>,
): SessionUser {
  const { client, role } = account;
  return {
    id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    role: { ...role, label: ROLE_LABELS[role.name] },
    clientId: client?.id ?? null,
    client: client && {
      id: client.id,
      clientName: client.name,
      timeZone: client.timeZone,
      country: client.country,
      yearBegins: client.yearBegins,
      subscriptionEndedOn: isOver(client) ? client.subscriptionEnd : null,
    },
    permissions: permissionsOf(role.name),
    seesAllClients: userActor(account, adminScope).seesAllClients,
    ...permissionFlags(role.name),
    notifications: account.notifications,
    sendsMail: sendMail !== undefined,
    whoseDay: account.whoseDay,
    leadVisibility: account.visibility,
    mayExport: account.mayExport,
    masksContacts: account.masksContacts,
    agentNumber: account.agentNumber,
    ringsPhone: account.ringsPhone,
  };
}
