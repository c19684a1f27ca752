import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { can, foldRole, mayManage } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { ADMIN_USER_LIMIT } from '#shared/accounts/users.ts';
import type { NewUser, users } from '#shared/accounts/users.ts';
import { hasTyped, readingOrder } from '#server/db/sql/folded-text.ts';
import { versionOf } from '#server/db/sql/content-version.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import type { Actor } from '#server/db/actors.ts';
import type { Scope } from '#server/db/scope.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { UNKNOWN_CLIENT, findClient } from '#server/db/find-client.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { addMember } from '#server/features/users/members.queries.ts';
import { checkAgentNumber } from '#server/features/users/agent-numbers.queries.ts';
import { checkManager, teamOf } from '#server/features/users/teams.queries.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '#server/errors.ts';

const UNKNOWN_USER = 'This user does not exist.';
export const EMAIL_TAKEN = 'A user with this email already exists.';

/** The users the caller may see: all, those of the caller's client, or none for users without a client. */
function visibleUsers(scope: Scope, core = openCore(scope)) {
  const { user } = scope;
  const all = core
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.client_id',
      'c.client_name',
      'u.role_id',
      'r.name as role_name',
      'u.is_active',
      'u.second_factor_since',
      'u.manager_id',
      sql<
        string | null
      >`(SELECT m.first_name || ' ' || m.last_name FROM core.users m WHERE m.id = u.manager_id)`.as(
        'manager_name',
      ),
      'u.phone',
      'u.agent_number',
      'u.date_of_birth',
      'u.created_at',
    ]);
  return user.seesAllClients ? all : all.where('u.client_id', '=', user.client?.id ?? null);
}

type Row = Awaited<ReturnType<ReturnType<typeof visibleUsers>['execute']>>[number];

/** The part of a user that a picker needs, which is all that managers and sales reps get. */
function brief(row: Row) {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    clientId: row.client_id,
    client: row.client_id === null ? null : { id: row.client_id, clientName: row.client_name ?? '' },
    role: { id: row.role_id, name: row.role_name },
    isActive: row.is_active,
  };
}

function present(row: Row) {
  const { first_name, last_name, role_id, client_id, manager_id, agent_number } = row;
  return {
    ...brief(row),
    hasSecondFactor: row.second_factor_since !== null,
    manager: manager_id === null ? null : { id: manager_id, name: row.manager_name ?? '' },
    phone: row.phone,
    agentNumber: agent_number,
    dateOfBirth: row.date_of_birth,
    createdAt: row.created_at,
    version: versionOf([first_name, last_name, role_id, client_id, manager_id, agent_number]),
  };
}

export async function listUsers(scope: Scope, query: QueryOf<typeof users.list>) {
  const { user } = scope;
  const core = openCore(scope);
  const manages = can(user.role, 'users.manage');
  let matching = visibleUsers(scope);
  if (query.client_id)
    matching = matching.where(
      'u.client_id',
      'is not distinct from',
      query.client_id === 'none' ? null : query.client_id,
    );
  if (query.is_active) matching = matching.where('u.is_active', '=', query.is_active === 'true');
  if (query.role) matching = matching.where('r.name', '=', foldRole(query.role) ?? '');
  if (query.ids) matching = matching.where('u.id', '=', sql<string>`ANY(${query.ids}::uuid[])`);
  if (query.team_of) {
    const team = teamOf(query.team_of === 'me' ? user.id : query.team_of);
    matching = matching.where('u.id', 'in', team);
  }
  if (query.search) {
    const texts = sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`;
    matching = matching.where(hasTyped(texts, query.search));
  }
  const ordered = matching.orderBy(readingOrder(sql`u.first_name || ' ' || u.last_name`)).orderBy('u.id');
  const [{ rows, pagination }, own] = await Promise.all([
    readPage(ordered, query),
    core.selectFrom('core.users').select('created_users').where('id', '=', user.id).executeTakeFirst(),
  ]);
  return {
    data: { users: rows.map(manages ? present : brief), createdByMe: own?.created_users ?? 0 },
    pagination,
  };
}

/** A user the caller may see, optionally as a transaction sees them. Throws 404. */
export async function getUser(scope: Scope, id: string, trx?: Transaction<CoreTables>) {
  const row = await visibleUsers(scope, trx).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_USER);
  return present(row);
}

/**
 * The role and client that a user may be given, by the rules of the Users tab. Throws 403 or 422 with the
 * tab's messages.
 */
export async function allowedPlace(
  scope: Scope,
  input: Pick<NewUser, 'roleId' | 'clientId'>,
): Promise<{ role: Role; client: ClientRef | null }> {
  const { user } = scope;
  const core = openCore(scope);
  const row = await core
    .selectFrom('core.roles')
    .select('name')
    .where('id', '=', input.roleId)
    .executeTakeFirst();
  const role = row && foldRole(row.name);
  if (!role) throw new InvalidInput([{ field: 'roleId', message: 'Please select a role' }]);
  if (!mayManage(user.role, role)) {
    throw new Forbidden("You don't have permission to assign this role");
  }
  const clientId = input.clientId ?? null;
  if (!can(user.role, 'clients.manage')) {
    if (user.client && clientId === null)
      throw new InvalidInput([{ field: 'clientId', message: 'Please select a client' }]);
    if (clientId !== (user.client?.id ?? null)) {
      throw new Forbidden("You don't have permission to assign users to this client");
    }
  }
  if (clientId === null) return { role, client: null };
  const client = await findClient(scope, clientId);
  if (!client) throw new InvalidInput([{ field: 'clientId', message: UNKNOWN_CLIENT }]);
  return { role, client };
}

/**
 * Creates a user and its membership in one transaction. An admin may create five in all, even with
 * simultaneous requests, because the counter is a database row. `inTransaction` may add to the transaction or
 * stop it by throwing. Throws 403, 409, 422.
 */
export async function createUser(
  scope: Scope,
  input: NewUser,
  passwordHash: string,
  inTransaction?: (trx: Transaction<CoreTables>) => Promise<void>,
): Promise<{ id: string }> {
  const { client } = await allowedPlace(scope, input);
  const { user } = scope;
  const id = uuidv7();
  await inCore(scope, async (trx) => {
    await inTransaction?.(trx);
    if (user.role === 'admin') await useUpOne(trx, user);
    await insertUser(trx, { id, client, createdBy: user.id, passwordHash }, input);
  });
  return { id };
}

/**
 * Writes a new user and the membership, in a transaction that then acts as the client. Throws 409 for a taken
 * email, 422 for a manager elsewhere.
 */
export async function insertUser(
  trx: Transaction<CoreTables>,
  account: { id: string; client: ClientRef | null; createdBy: string | null; passwordHash: string },
  input: Omit<NewUser, 'password'>,
): Promise<void> {
  const { id, client } = account;
  const { managerId = null } = input;
  await checkManager(trx, { id, clientId: client?.id ?? null, managerId });
  const agentNumber = await checkAgentNumber(trx, { id, client }, input.agentNumber);
  const inserted = await trx
    .insertInto('core.users')
    .values({
      id,
      first_name: input.firstName,
      last_name: input.lastName,
      email: input.email,
      email_norm: normaliseEmail(input.email),
      password_hash: account.passwordHash,
      role_id: input.roleId,
      client_id: client?.id ?? null,
      manager_id: managerId,
      phone: input.phone || null,
      agent_number: agentNumber ?? null,
      date_of_birth: input.dateOfBirth ?? null,
      created_by: account.createdBy,
    })
    .onConflict((conflict) => conflict.column('email_norm').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new Conflict(EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);
  if (client)
    await addMember(trx, client, { id, name: `${input.firstName} ${input.lastName}`, email: input.email });
}

/** Throws 403, 409 or 422 for the same reasons as `createUser`: role or client, limit, taken email. */
export async function refuseInvitation(
  scope: Scope,
  input: Pick<NewUser, 'email' | 'roleId' | 'clientId'>,
): Promise<void> {
  await allowedPlace(scope, input);
  const { user } = scope;
  const core = openCore(scope);
  const [taken, own] = await Promise.all([
    core
      .selectFrom('core.users')
      .select('id')
      .where('email_norm', '=', normaliseEmail(input.email))
      .executeTakeFirst(),
    core.selectFrom('core.users').select('created_users').where('id', '=', user.id).executeTakeFirst(),
  ]);
  if (user.role === 'admin' && (own?.created_users ?? 0) >= ADMIN_USER_LIMIT) throw limitReached();
  if (taken) throw new Conflict(EMAIL_TAKEN, [{ field: 'email', message: EMAIL_TAKEN }]);
}

const limitReached = () => new Forbidden(`Admin user limit reached (${ADMIN_USER_LIMIT} users maximum)`);

async function useUpOne(trx: Transaction<CoreTables>, user: Actor): Promise<void> {
  const counted = await trx
    .updateTable('core.users')
    .set((eb) => ({ created_users: eb('created_users', '+', 1) }))
    .where('id', '=', user.id)
    .where('created_users', '<', ADMIN_USER_LIMIT)
    .returning('id')
    .executeTakeFirst();
  if (!counted) throw limitReached();
}

/**
 * A user whom the caller may give a password link: active, managed by the caller, and not the caller, who
 * must enter their current password instead. Throws 403, 404, 409.
 */
export async function getResettableUser(scope: Scope, id: string) {
  const target = await getUser(scope, id);
  refuseSuperadmin(scope, target);
  if (id === scope.user.id) throw new Conflict('Change your own password in your profile.');
  if (!target.isActive) throw new Conflict('This user is inactive.');
  return target;
}

/** Throws 403 when the target is a superadmin and the caller is not. */
export function refuseSuperadmin({ user }: Scope, target: { role: { name: string } }): void {
  if (!mayManage(user.role, foldRole(target.role.name))) {
    throw new Forbidden('Only Super Admins can change a Super Admin.');
  }
}
