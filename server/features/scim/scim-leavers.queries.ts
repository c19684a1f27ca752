import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { InvalidInput } from '#server/errors.ts';
import type { ScimRow } from '#server/features/scim/scim-user.ts';
import { planDeparture, setUserActive } from '#server/features/users/user-status.queries.ts';

/** The state of a user, and the open work that was handed over. */
type Outcome = { isActive: boolean; leads?: number; reminders?: number };

/**
 * Activates or deactivates a user; undefined if nothing changes. The open work of a leaver goes to the active
 * manager, else to nobody, and can be undone like any hand-over. Throws 409 for the last admin who keeps a
 * password.
 */
export async function setScimActive(
  scope: Scope,
  client: ClientRef,
  { id, is_active: wasActive }: Pick<ScimRow, 'id' | 'is_active'>,
  isActive: boolean,
): Promise<Outcome | undefined> {
  if (wasActive === isActive) return undefined;
  const outcome = isActive ? await activate(scope, id) : await deactivate(scope, id);
  await noteChange(scope, client.id, id);
  return outcome;
}

async function activate(scope: Scope, id: string): Promise<Outcome> {
  await setUserActive(scope, id, true);
  return { isActive: true };
}

async function deactivate(scope: Scope, id: string): Promise<Outcome> {
  const manager = await openCore(scope)
    .selectFrom('core.users as u')
    .innerJoin('core.users as m', 'm.id', 'u.manager_id')
    .select('m.id')
    .where('u.id', '=', id)
    .where('m.is_active', '=', true)
    .whereRef('m.client_id', '=', 'u.client_id')
    .executeTakeFirst();
  try {
    const { run } = await planDeparture(scope, id, manager?.id ?? null);
    return { isActive: false, ...(await run(() => undefined)) };
  } catch (error) {
    // More leads than one hand-over may move: leaving must not wait for them.
    if (!(error instanceof InvalidInput)) throw error;
    await setUserActive(scope, id, false);
    return { isActive: false };
  }
}

/** Notes that the directory has deleted a user, whose account stays, inactive. */
export const removeScimUser = async (system: SystemScope, clientId: string, id: string): Promise<void> =>
  await noteChange(system, clientId, id, { removed_at: sql<Date>`now()` });

/** Notes that the directory has changed a user now, for `meta.lastModified`. */
async function noteChange(
  system: SystemScope,
  clientId: string,
  id: string,
  removed: { removed_at?: RawBuilder<Date> } = {},
): Promise<void> {
  const values = { changed_at: sql<Date>`now()`, ...removed };
  await openCore(system)
    .insertInto('core.scim_users')
    .values({ client_id: clientId, user_id: id, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id']).doUpdateSet(values))
    .execute();
}
