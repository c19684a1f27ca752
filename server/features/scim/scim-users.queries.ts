import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Email, normaliseEmail } from '#shared/fields/fields.ts';
import { NewUser } from '#shared/accounts/users.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { namesOf } from '#server/features/company-sign-in/people.queries.ts';
import { ScimRefusal } from '#server/features/scim/scim-error.ts';
import type { ScimFilter } from '#server/features/scim/scim-query.ts';
import type { ScimRow, ScimValues } from '#server/features/scim/scim-user.ts';
import { setUserActive } from '#server/features/users/user-status.queries.ts';
import { addMember } from '#server/features/users/members.queries.ts';
import { insertUser } from '#server/features/users/users.queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';

const UNKNOWN = 'There is no user with this id.';
const TAKEN = 'A user with this userName or email exists already.';

/** The users of a client that its directory manages: all but superadmins, and those it has deleted. */
function usersOf(core: Kysely<CoreTables>, clientId: string) {
  return core
    .selectFrom('core.users as u')
    .leftJoin('core.scim_users as s', (join) =>
      join.onRef('s.user_id', '=', 'u.id').on('s.client_id', '=', clientId),
    )
    .where('u.client_id', '=', clientId)
    .where('u.role_id', '<>', ROLE_IDS.superadmin)
    .where('s.removed_at', 'is', null);
}

const ROW = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.is_active',
  'u.created_at',
  's.external_id',
  's.user_name',
  's.changed_at',
] as const;

/** A page of users by email, and how many there are in all. */
export async function listScimUsers(
  system: SystemScope,
  clientId: string,
  filter: ScimFilter | undefined,
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ total: number; rows: ScimRow[] }> {
  const wanted = filtered(usersOf(openCore(system), clientId), filter);
  const { total } = await wanted
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
    .select(ROW)
    .orderBy('u.email_norm')
    .limit(count)
    .offset(startIndex - 1)
    .execute();
  return { total: Number(total), rows };
}

type Users = ReturnType<typeof usersOf>;

function filtered(users: Users, filter: ScimFilter | undefined): Users {
  if (!filter) return users;
  const { by, value } = filter;
  if (by === 'externalId') return users.where('s.external_id', '=', value);
  if (by === 'email') return users.where('u.email_norm', '=', normaliseEmail(value));
  if (by === 'id') return users.where(sql<string>`u.id::text`, '=', value.toLowerCase());
  return named(users, value);
}

/** The users with this userName, whatever its case: the one stored, else the email. */
const named = (users: Users, userName: string): Users =>
  users.where(
    sql<boolean>`(lower(s.user_name) = lower(${userName})
      OR (s.user_name IS NULL AND u.email_norm = ${normaliseEmail(userName)}))`,
  );

/**
 * Throws `uniqueness` if another user of the client has this userName. No index can hold this, as a name is a
 * stored one or an email: other changes of names wait until the caller's transaction ends.
 */
async function claimName(
  trx: Transaction<CoreTables>,
  clientId: string,
  userId: string,
  userName: string,
): Promise<void> {
  await takeTurn(trx, `userName ${clientId}`);
  const others = named(usersOf(trx, clientId), userName).where('u.id', '<>', userId);
  if (await others.select('u.id').executeTakeFirst()) throw new ScimRefusal('uniqueness', TAKEN);
}

/** One user. Throws 404. */
export async function getScimUser(system: SystemScope, clientId: string, id: string): Promise<ScimRow> {
  const row = await usersOf(openCore(system), clientId).select(ROW).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN);
  return row;
}

/** The email of a user: the one sent, else the userName if it is one. Throws `invalidValue`. */
function emailOf({ email, userName = '' }: ScimValues): string {
  const found = Email.safeParse(email ?? userName).data;
  if (found === undefined)
    throw new ScimRefusal('invalidValue', 'A user needs an email: as userName, or in emails.');
  return found;
}

/** The userName to store: null if it is the email, which it then follows. */
const nameToStore = (userName: string, email: string): string | null =>
  normaliseEmail(userName) === normaliseEmail(email) ? null : userName;

/**
 * Creates a user with the role that the client gives to newcomers; a user whom the directory has deleted comes
 * back with the old account. Throws `uniqueness` and `invalidValue`.
 */
export async function createScimUser(
  scope: Scope,
  client: ClientRef,
  values: ScimValues,
): Promise<{ id: string; isNew: boolean }> {
  const { userName } = values;
  if (!userName) throw new ScimRefusal('invalidValue', 'userName is required.');
  const email = emailOf(values);
  const former = await findFormer(scope, client, email);
  if (former) {
    const { active = true, ...rest } = values;
    await updateScimUser(scope, client, former, { externalId: null, ...rest });
    if (active) await setUserActive(scope, former, true);
    return { id: former, isNew: false };
  }
  const id = uuidv7();
  const { externalId = null, active = true } = values;
  const roleId = ROLE_IDS[await roleOfNewcomers(scope, client.id)];
  const input = { ...namesOf(namesIn(values), email), email, roleId };
  // Nobody knows this password; its owner signs in at the provider, or chooses one by link.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  await inCore(scope, async (trx) => {
    await claimName(trx, client.id, id, userName);
    await store(trx, client.id, id, { external_id: externalId, user_name: nameToStore(userName, email) });
    await insertUser(trx, { id, client, createdBy: null, passwordHash }, input);
  }).catch(asUniqueness);
  if (!active) await setUserActive(scope, id, false);
  return { id, isNew: true };
}

/** The names of a new user; those that are absent or empty are made of the email. Throws `invalidValue`. */
function namesIn({ givenName, familyName }: ScimValues) {
  const { firstName: First, lastName: Last } = NewUser.shape;
  return {
    firstName: givenName ? nameIn(First, givenName) : undefined,
    lastName: familyName ? nameIn(Last, familyName) : undefined,
  };
}

/** A user of the client with this email whom the directory has deleted. */
async function findFormer(scope: Scope, { id }: ClientRef, email: string): Promise<string | undefined> {
  const row = await openCore(scope)
    .selectFrom('core.users as u')
    .innerJoin('core.scim_users as s', 's.user_id', 'u.id')
    .select('u.id')
    .where('u.email_norm', '=', normaliseEmail(email))
    .where('u.client_id', '=', id)
    .where('s.client_id', '=', id)
    .where('s.removed_at', 'is not', null)
    .where('u.role_id', '<>', ROLE_IDS.superadmin)
    .executeTakeFirst();
  return row?.id;
}

async function roleOfNewcomers(system: SystemScope, clientId: string) {
  const row = await openCore(system)
    .selectFrom('core.providers')
    .select('role')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.role ?? 'salesrep';
}

type Stored = { external_id: string | null; user_name: string | null };

async function store(
  trx: Transaction<CoreTables>,
  clientId: string,
  userId: string,
  values: Stored,
): Promise<void> {
  const all = { ...values, changed_at: sql<Date>`now()`, removed_at: null };
  await trx
    .insertInto('core.scim_users')
    .values({ client_id: clientId, user_id: userId, ...all })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(all))
    .execute();
}

/** A taken email, userName or externalId in SCIM's words. */
function asUniqueness(error: unknown): never {
  const { code } = error as { code?: string };
  if (error instanceof Conflict || code === '23505') throw new ScimRefusal('uniqueness', TAKEN);
  throw error;
}

/**
 * Changes what was sent of a user, except `active`; another email ends open access. Throws `uniqueness` and
 * `invalidValue`.
 */
export async function updateScimUser(
  scope: Scope,
  client: ClientRef,
  id: string,
  values: ScimValues,
): Promise<void> {
  await inCore(scope, async (trx) => {
    await lockUser(trx, id);
    const before = await trx
      .selectFrom('core.users as u')
      .leftJoin('core.scim_users as s', (join) =>
        join.onRef('s.user_id', '=', 'u.id').on('s.client_id', '=', client.id),
      )
      .select([...ROW, 's.removed_at'])
      .where('u.id', '=', id)
      .where('u.client_id', '=', client.id)
      .executeTakeFirst();
    if (!before) throw new NotFound(UNKNOWN);
    const after = changed(before, values);
    const isNamed = before.removed_at === null && after.userName === nameOf(before);
    if (!isNamed) await claimName(trx, client.id, id, after.userName);
    await trx
      .updateTable('core.users')
      .set({
        first_name: after.firstName,
        last_name: after.lastName,
        email: after.email,
        email_norm: normaliseEmail(after.email),
      })
      .where('id', '=', id)
      .execute();
    await store(trx, client.id, id, after.stored);
    if (normaliseEmail(before.email) !== normaliseEmail(after.email)) await endOpenAccess(trx, { user: id });
    const name = `${after.firstName} ${after.lastName}`;
    await addMember(trx, client, { id, name, email: after.email, isActive: before.is_active });
  }).catch(asUniqueness);
}

const nameOf = ({ user_name, email }: ScimRow) => user_name ?? email;

/** The row with the changes. A userName that is the email takes the email along. */
function changed(before: ScimRow, values: ScimValues) {
  const { firstName: First, lastName: Last } = NewUser.shape;
  const { userName, externalId = before.external_id } = values;
  const isEmail = userName !== undefined && Email.safeParse(userName).success;
  const follows = before.user_name === null && isEmail;
  const email =
    values.email === undefined && !follows
      ? before.email
      : emailOf({ ...values, ...(follows && { userName }) });
  const newName = userName ?? nameOf(before);
  return {
    email,
    userName: newName,
    firstName: values.givenName === undefined ? before.first_name : nameIn(First, values.givenName),
    lastName: values.familyName === undefined ? before.last_name : nameIn(Last, values.familyName),
    stored: { external_id: externalId, user_name: nameToStore(newName, email) },
  };
}

function nameIn(schema: typeof NewUser.shape.firstName, text: string): string {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  throw new ScimRefusal('invalidValue', read.error.issues[0]?.message ?? 'This name is not valid.');
}
