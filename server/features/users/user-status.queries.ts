import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ProgressListener } from '#shared/protocol/job-events.ts';
import { foldRole, isAdmin } from '#shared/accounts/permissions.ts';
import type { OpenWork } from '#shared/accounts/users.ts';
import type { Scope } from '#server/db/scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore } from '#server/db/system-scope.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { assertKeeper, unbindPerson } from '#server/features/company-sign-in/keepers.queries.ts';
import { endOpenAccess, lockUser } from '#server/features/auth/open-access.queries.ts';
import { handOver, planHandover, settleHandover } from '#server/features/users/handover.queries.ts';
import type { Handover } from '#server/features/users/handover.queries.ts';
import type { Worker } from '#server/features/users/open-work.queries.ts';
import { keepingSuperadmin } from '#server/features/users/superadmins.queries.ts';
import { keepMember } from '#server/features/users/members.queries.ts';
import { getUser, refuseSuperadmin } from '#server/features/users/users.queries.ts';

type Target = Awaited<ReturnType<typeof getUser>>;

/** A deactivation with handover that is ready to start: nothing has been changed yet. */
export type Departure = {
  /** The successor; null: nobody takes over. */
  to: Worker | null;
  wasActive: boolean;
  run: (listen: ProgressListener) => Promise<OpenWork>;
};

const LAST_SUPERADMIN = 'The last active Super Admin cannot be deactivated.';
const NOT_A_SUCCESSOR = new InvalidInput([
  { field: 'reassignTo', message: 'Choose another active user of this client.' },
]);

/**
 * Activates or deactivates a user; deactivation ends sessions and open links in the same transaction. Throws
 * 403, 404, 409.
 */
export async function setUserActive(scope: Scope, id: string, isActive: boolean): Promise<void> {
  const target = await changeable(scope, id);
  await inCore(scope, async (trx) => await change(trx, target, isActive));
}

/**
 * Prepares to deactivate a user and transfer the open work, in one transaction: both happen, or neither. An
 * inactive user's work can be transferred later. Throws 403, 404, 409, and 422 when `to` may not take over.
 */
export async function planDeparture(scope: Scope, id: string, to: string | null): Promise<Departure> {
  const leaver = await changeable(scope, id);
  const successor = to === null ? null : await findSuccessor(scope, leaver, to);
  const plan = await planHandover(scope, workerOf(leaver), successor);
  return {
    to: successor,
    wasActive: leaver.isActive,
    run: async (listen) => await carryOut(scope, leaver, plan, listen),
  };
}

async function carryOut(
  scope: Scope,
  leaver: Target,
  plan: Handover,
  listen: ProgressListener,
): Promise<OpenWork> {
  const handed = await inCore(scope, async (trx) => {
    if (plan.to) await lockBoth(trx, leaver.id, plan.to.id);
    await change(trx, leaver, false);
    return await handOver(trx, plan, listen);
  });
  await settleHandover(plan);
  return handed;
}

/** A user whom the caller may activate and deactivate. Throws 403, 404, 409. */
async function changeable(scope: Scope, id: string): Promise<Target> {
  const target = await getUser(scope, id);
  refuseSuperadmin(scope, target);
  if (id === scope.user.id) throw new Conflict('You cannot deactivate yourself.');
  return target;
}

async function change(trx: Transaction<CoreTables>, target: Target, isActive: boolean) {
  const { id, clientId } = target;
  const write = async () =>
    await trx.updateTable('core.users').set({ is_active: isActive }).where('id', '=', id).execute();
  // Every change of a user locks the account before it looks at the other superadmins.
  await lockUser(trx, id);
  if (isActive) await write();
  else await keepingSuperadmin(trx, LAST_SUPERADMIN, write);
  if (!isActive) {
    await endOpenAccess(trx, { user: id });
    await unbindPerson(trx, id);
    await assertKeeper(trx, clientId);
  }
  await keepMember(trx, id);
}

const workerOf = ({ id, firstName, lastName, email, clientId }: Target): Worker => ({
  id,
  name: `${firstName} ${lastName}`,
  email,
  clientId,
});

/**
 * An active colleague of the leaver. The successor of a leaver without a client must also be an admin or
 * superadmin without one, to have access wherever the work is.
 */
async function findSuccessor(scope: Scope, leaver: Target, id: string): Promise<Worker> {
  const found = await getUser(scope, id).catch((error: unknown) => {
    if (error instanceof NotFound) throw NOT_A_SUCCESSOR;
    throw error;
  });
  const mayAct = leaver.clientId !== null || isAdmin(foldRole(found.role.name));
  if (found.id === leaver.id || !found.isActive || found.clientId !== leaver.clientId || !mayAct)
    throw NOT_A_SUCCESSOR;
  return workerOf(found);
}

/**
 * Locks both accounts in a fixed order: two admins may swap the roles of leaver and successor. Throws 422.
 */
async function lockBoth(trx: Transaction<CoreTables>, leaver: string, successor: string): Promise<void> {
  const { rows } = await sql<{ id: string; is_active: boolean }>`
    SELECT id, is_active FROM core.users WHERE id IN (${leaver}, ${successor}) ORDER BY id FOR NO KEY UPDATE
  `.execute(trx);
  if (!rows.some((row) => row.id === successor && row.is_active)) throw NOT_A_SUCCESSOR;
}
