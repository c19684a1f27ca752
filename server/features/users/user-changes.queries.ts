import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { counted } from '#shared/values/numbers.ts';
import { foldRole, seesEveryClient } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import type { UserChanges } from '#shared/accounts/users.ts';
import { localRole } from '#server/db/pool/client-role.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { assertSeen } from '#server/db/sql/content-version.ts';
import { Conflict, Stale } from '#server/errors.ts';
import { assertKeeper, unbindPerson } from '#server/features/company-sign-in/keepers.queries.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { countOpenWork } from '#server/features/users/open-work.queries.ts';
import { checkAgentNumber } from '#server/features/users/agent-numbers.queries.ts';
import { checkManager, passTeamOn } from '#server/features/users/teams.queries.ts';
import { keepingSuperadmin } from '#server/features/users/superadmins.queries.ts';
import { addMember } from '#server/features/users/members.queries.ts';
import { allowedPlace, getUser, refuseSuperadmin } from '#server/features/users/users.queries.ts';

const LAST_SUPERADMIN = 'The last active Super Admin can’t change role or client.';
const OWN_PLACE = 'You cannot change your own role or client.';

type Target = Awaited<ReturnType<typeof getUser>>;
type Place = { role?: Role | undefined; clientId: string | null };

/** A change of role, client or manager for the audit log; absent properties did not change. */
type Moved = { role?: Role; client?: string | null; manager?: string | null };

/**
 * Edits another user's name, or changes the user's role or client, within what the caller may give to a new
 * user; such a change ends open access. Throws 403, 404, 409, 412 and 422, and 409 while open work would be
 * left behind.
 */
export async function updateUser(scope: Scope, id: string, changes: UserChanges): Promise<Moved> {
  const target = await getUser(scope, id);
  refuseSuperadmin(scope, target);
  const { roleId = target.role.id, clientId = target.clientId } = changes;
  const changesRole = roleId !== target.role.id;
  const changesClient = clientId !== target.clientId;
  const isMoved = changesRole || changesClient;
  if (isMoved && id === scope.user.id) throw new Conflict(OWN_PLACE);
  const before = target.clientId === null ? undefined : await findClient(scope, target.clientId);
  const place: { role?: Role; client: ClientRef | null } = isMoved
    ? await allowedPlace(scope, { roleId, clientId })
    : { client: before ?? null };
  if (isMoved) await refuseLeftWork(scope, target, { role: place.role, clientId });
  const changesManager = await inCore(scope, async (trx) => {
    await lockUser(trx, id);
    const now = await getUser(scope, id, trx);
    assertSeen(changes.version, now);
    refuseSuperadmin(scope, now);
    // The checks above hold only for the place that the user had then.
    if (now.clientId !== target.clientId || (isMoved && now.role.id !== target.role.id)) throw new Stale(now);
    const { firstName = now.firstName, lastName = now.lastName } = changes;
    const { managerId = changesClient ? null : (now.manager?.id ?? null) } = changes;
    const isNewManager = managerId !== (now.manager?.id ?? null);
    if (isNewManager) await checkManager(trx, { id, clientId, managerId });
    if (changesClient) await passTeamOn(trx, id);
    const sent = changes.agentNumber ?? (changesClient ? null : changes.agentNumber);
    const agentNumber = await checkAgentNumber(trx, { id, client: place.client }, sent);
    const write = async () =>
      await trx
        .updateTable('core.users')
        .set({
          first_name: firstName,
          last_name: lastName,
          manager_id: managerId,
          ...(isMoved && { role_id: roleId, client_id: clientId, keeps_password: false }),
          ...(agentNumber !== undefined && { agent_number: agentNumber }),
        })
        .where('id', '=', id)
        .execute();
    if (isMoved && foldRole(target.role.name) === 'superadmin')
      await keepingSuperadmin(trx, LAST_SUPERADMIN, write);
    else await write();
    if (isMoved) await endOpenAccess(trx, { user: id });
    if (changesClient) await unbindPerson(trx, id);
    if (isMoved) await assertKeeper(trx, target.clientId);
    // From here on the transaction uses the roles of the clients, and can no longer reach accounts.
    if (before && changesClient) await leave(trx, before, id, { staysGuest: place.role === 'superadmin' });
    if (place.client) {
      const name = `${firstName} ${lastName}`;
      await addMember(trx, place.client, { id, name, email: now.email, isActive: now.isActive });
    }
    return isNewManager;
  });
  return {
    ...(changesRole && place.role && { role: place.role }),
    ...(changesClient && { client: await nameOf(scope, clientId) }),
    ...(changesManager && { manager: (await getUser(scope, id)).manager?.name ?? null }),
  };
}

async function nameOf(scope: Scope, clientId: string | null): Promise<string | null> {
  const row = await openCore(scope)
    .selectFrom('core.clients')
    .select('client_name')
    .where('id', '=', clientId)
    .executeTakeFirst();
  return row?.client_name ?? null;
}

/** The clients that a user can access: all, one by its id, or none. */
function reachOf({ role, clientId }: Place): string {
  return seesEveryClient(role, clientId) ? 'all' : (clientId ?? 'none');
}

/** Throws 409 when the user has open work that they could no longer access: nobody would look after it. */
async function refuseLeftWork(scope: Scope, target: Target, place: Place): Promise<void> {
  const before = reachOf({ role: foldRole(target.role.name), clientId: target.clientId });
  const after = reachOf(place);
  if (after === 'all' || after === before || after === target.clientId) return;
  const { leads, reminders } = await countOpenWork(scope, target);
  if (leads + reminders === 0) return;
  const work = `${counted(leads, 'open lead')} and ${counted(reminders, 'open reminder')}`;
  throw new Conflict(
    `${target.firstName} ${target.lastName} still has ${work} here. Deactivate the user, hand the work over, and try again.`,
  );
}

/** Rows of the old client keep referring to the user, who no longer works there, or only as a guest. */
async function leave(
  trx: Transaction<CoreTables>,
  { schema, role }: Pick<ClientRef, 'schema' | 'role'>,
  id: string,
  { staysGuest }: { staysGuest: boolean },
): Promise<void> {
  await localRole(role).execute(trx);
  await sql`
    UPDATE ${sql.id(schema, 'members')} SET belongs = false, is_active = ${staysGuest} WHERE id = ${id}
  `.execute(trx);
}
