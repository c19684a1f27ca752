import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { PROVIDED_ROLES } from '#shared/accounts/company-sign-in.ts';
import type { ProvidedRole } from '#shared/accounts/company-sign-in.ts';
import { Email, normaliseEmail } from '#shared/fields/fields.ts';
import { NewUser } from '#shared/accounts/users.ts';
import type { Account } from '#server/accounts/account.ts';
import type { AuditAction } from '#shared/accounts/audit.ts';
import type { Scope } from '#server/db/scope.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { ROLE_IDS, roleNameOf } from '#server/db/sql/role-ids.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict, Forbidden } from '#server/errors.ts';
import { findAccount, findAccountByEmail, mayAct } from '#server/features/auth/auth.queries.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { mayInvite } from '#server/features/access-links/invitations.queries.ts';
import type { Failure } from '#server/features/company-sign-in/failures.ts';
import type { Provider } from '#server/features/company-sign-in/providers.queries.ts';
import { createUser, insertUser } from '#server/features/users/users.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';

/** A person whom the provider has signed in. */
type Person = {
  issuer: string;
  subject: string;
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  valuesOf: (claim: string) => string[];
};

/** Adds a line to the audit log about an account on its way in. */
type Note = (action: AuditAction, account: { id: string }, details?: Record<string, string>) => Promise<void>;

/** The account tables, and the rights of somebody who has sent an invitation. */
type Doors = { system: SystemScope; asInviter: (inviter: Account) => Scope };

/**
 * The account of a person at a client's provider: the one bound to the issuer and subject; the first time, one
 * of this client with the verified email; else a new one, if the client lets the person in. Whether an email
 * has an account elsewhere, or is a superadmin's, makes no difference that can be seen.
 */
export async function accountOf(
  doors: Doors,
  provider: Provider,
  person: Person,
  note: Note,
): Promise<Account | Failure> {
  const { system } = doors;
  const bound = await findBound(system, provider, person);
  const account = bound ?? (await firstTime(doors, provider, person, note));
  if (typeof account === 'string') return account;
  if (!belongs(account, provider)) return 'unknown';
  if (!mayAct(account)) return 'inactive';
  return await withRole(system, provider, { account, person, note });
}

/** Superadmins belong to the installation, whatever client they are shown in. */
const belongs = (account: Account, { client_id }: Provider) =>
  account.client?.id === client_id && account.role.name !== 'superadmin';

async function findBound(
  system: SystemScope,
  { client_id }: Provider,
  { issuer, subject }: Person,
): Promise<Account | undefined> {
  const row = await openCore(system)
    .selectFrom('core.provider_people')
    .select('user_id')
    .where('client_id', '=', client_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && (await findAccount(system, row.user_id));
}

async function firstTime(
  doors: Doors,
  provider: Provider,
  person: Person,
  note: Note,
): Promise<Account | Failure> {
  const { system } = doors;
  const email = Email.safeParse(person.email ?? '').data;
  if (email === undefined) return 'email';
  const known = await findAccountByEmail(system, email);
  if (known && !belongs(known, provider)) return 'unknown';
  if (known && !mayAct(known)) return 'inactive';
  const entered = known ?? (await letIn(doors, provider, { ...person, email }, note));
  if (typeof entered === 'string') return entered;
  const { id } = entered;
  if (!(await bind(system, provider, person, id))) return 'other';
  await note('provider_person_bound', { id });
  return (await findAccount(system, id)) ?? 'unknown';
}

/** Binds an account to the person; false if it is bound to somebody else there. */
async function bind(
  system: SystemScope,
  provider: Provider,
  person: Person,
  userId: string,
): Promise<boolean> {
  const { issuer, subject } = person;
  const row = await openCore(system)
    .insertInto('core.provider_people')
    .values({ client_id: provider.client_id, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  // The same person in two tabs at once.
  return row !== undefined || (await findBound(system, provider, person))?.id === userId;
}

/** Creates the account of an invited person, or of anybody with an email of the company's domains. */
async function letIn(
  { system, asInviter }: Doors,
  provider: Provider,
  person: Person & { email: string },
  note: Note,
): Promise<{ id: string } | Failure> {
  const { email } = person;
  const client = await findClient(system, provider.client_id);
  const invitation = await findInvitation(system, provider, email);
  const domain = normaliseEmail(email).split('@')[1] ?? '';
  const mayCome = provider.newcomers === 'domain' && provider.domains.includes(domain);
  if (!client || (!invitation && !mayCome)) return 'unknown';
  const roleId = invitation?.roleId ?? ROLE_IDS[givenRole(provider, person)];
  // Nobody knows this password; its owner may choose one by link.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const input = { ...namesOf(person, email), email, roleId };
  const useInvitations = async (trx: Transaction<CoreTables>) =>
    void (await trx
      .deleteFrom('core.invitations')
      .where('email_norm', '=', normaliseEmail(email))
      .where('client_id', '=', client.id)
      .execute());
  try {
    const id = invitation
      ? await createInvited(
          asInviter(invitation.inviter),
          { ...input, clientId: client.id },
          passwordHash,
          useInvitations,
        )
      : await createNewcomer(system, client, input, passwordHash, useInvitations);
    await note('user_created', { id }, { by: provider.name, role: roleNameOf(roleId) });
    return { id };
  } catch (error) {
    if (error instanceof Forbidden) return 'full';
    // The same person in two tabs, or somebody who has just taken the address.
    if (!(error instanceof Conflict)) throw error;
    const taken = await findAccountByEmail(system, email);
    return taken && belongs(taken, provider) ? taken : 'unknown';
  }
}

type InTransaction = (trx: Transaction<CoreTables>) => Promise<void>;
type NewPerson = { firstName: string; lastName: string; email: string; roleId: string };

/** Counts among the users of the inviter, like an invitation that is accepted with a password. */
const createInvited = async (
  inviter: Scope,
  input: NewPerson & { clientId: string },
  passwordHash: string,
  also: InTransaction,
) => (await createUser(inviter, { ...input, password: '' }, passwordHash, also)).id;

async function createNewcomer(
  system: SystemScope,
  client: ClientRef,
  input: NewPerson,
  passwordHash: string,
  also: InTransaction,
): Promise<string> {
  const id = uuidv7();
  await inCore(system, async (trx) => {
    await also(trx);
    await insertUser(trx, { id, client, createdBy: null, passwordHash }, input);
  });
  return id;
}

/** The names that a provider or directory gives, if they may be names here; else those in the email. */
export function namesOf({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>, email: string) {
  const { firstName: First, lastName: Last } = NewUser.shape;
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter(Boolean);
  const [first = 'New', ...others] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    firstName: First.safeParse(firstName).data ?? First.safeParse(first).data ?? 'New',
    lastName: Last.safeParse(lastName).data ?? Last.safeParse(others.join(' ')).data ?? 'User',
  };
}

/** A living invitation of the client, whose sender may still invite. */
async function findInvitation(
  system: SystemScope,
  { client_id }: Provider,
  email: string,
): Promise<{ roleId: string; inviter: Account } | undefined> {
  const rows = await openCore(system)
    .selectFrom('core.invitations')
    .select(['role_id', 'invited_by'])
    .where('email_norm', '=', normaliseEmail(email))
    .where('client_id', '=', client_id)
    .where('role_id', '<>', ROLE_IDS.superadmin)
    .where((eb) => eb('expires_at', '>', eb.fn<Date>('now')))
    .orderBy('expires_at', 'desc')
    .execute();
  for (const { role_id: roleId, invited_by: by } of rows) {
    const inviter = await findAccount(system, by);
    if (inviter && mayInvite(inviter)) return { roleId, inviter };
  }
  return undefined;
}

/** The role that the claim names, the highest of several; else the chosen one. */
const givenRole = (provider: Provider, person: Person): ProvidedRole =>
  namedRole(provider, person) ?? provider.role;

function namedRole(
  { role_claim, admin_value, manager_value, salesrep_value }: Provider,
  { valuesOf }: Person,
): ProvidedRole | undefined {
  if (role_claim === null) return undefined;
  const values = valuesOf(role_claim);
  const meaning = { admin: admin_value, manager: manager_value, salesrep: salesrep_value };
  return PROVIDED_ROLES.find((role) => meaning[role] !== null && values.includes(meaning[role]));
}

type SignedIn = { account: Account; person: Person; note: Note };

/** Gives the account the role that the claim names now; an admin who keeps a password keeps the role. */
async function withRole(
  system: SystemScope,
  provider: Provider,
  { account, person, note }: SignedIn,
): Promise<Account> {
  const role = namedRole(provider, person);
  if (role === undefined || role === account.role.name) return account;
  const changed = await inCore(system, async (trx) => {
    await lockUser(trx, account.id);
    const { numUpdatedRows } = await trx
      .updateTable('core.users')
      .set({ role_id: ROLE_IDS[role] })
      .where('id', '=', account.id)
      .where('client_id', '=', provider.client_id)
      .where('keeps_password', '=', false)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await endOpenAccess(trx, { user: account.id });
    return true;
  });
  if (!changed) return account;
  await note('user_changed', account, { role, by: provider.name });
  return (await findAccount(system, account.id)) ?? account;
}
