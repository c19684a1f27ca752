import type { SavedVisibility } from '#shared/leads/lead-visibility.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import type { Scope } from '#server/db/scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { NotFound } from '#server/errors.ts';

function visibilityOf(core: ReturnType<typeof openCore>, { user }: Scope, clientId: string) {
  return core
    .selectFrom('core.clients')
    .select([
      'managers_see as manager',
      'salesreps_see as salesrep',
      'hints_of_colleagues as hintsOfColleagues',
      'exports_by as exportsBy',
      'salesrep_contacts as salesrepContacts',
    ])
    .where('id', '=', user.seesAllClients || user.client?.id === clientId ? clientId : null);
}

/** The visibility of leads for a client's users. Throws 404. */
export async function getVisibility(scope: Scope, clientId: string): Promise<SavedVisibility> {
  const row = await visibilityOf(openCore(scope), scope, clientId).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_CLIENT);
  return withVersion(row);
}

/**
 * Changes the sent properties; they apply from the next request on, in every process within a second. Throws
 * 404, and 412 when the caller has seen another version.
 */
export async function updateVisibility(
  scope: Scope,
  clientId: string,
  {
    manager,
    salesrep,
    hintsOfColleagues,
    exportsBy,
    salesrepContacts,
    version,
  }: { [Part in keyof SavedVisibility]?: SavedVisibility[Part] | undefined },
): Promise<SavedVisibility> {
  const changed = {
    ...(manager && { managers_see: manager }),
    ...(salesrep && { salesreps_see: salesrep }),
    ...(hintsOfColleagues !== undefined && { hints_of_colleagues: hintsOfColleagues }),
    ...(exportsBy && { exports_by: exportsBy }),
    ...(salesrepContacts && { salesrep_contacts: salesrepContacts }),
  };
  await inCore(scope, async (trx) => {
    const before = await visibilityOf(trx, scope, clientId).forNoKeyUpdate().executeTakeFirst();
    if (!before) throw new NotFound(UNKNOWN_CLIENT);
    assertSeen(version, withVersion(before));
    if (Object.keys(changed).length > 0)
      await trx.updateTable('core.clients').set(changed).where('id', '=', clientId).execute();
  });
  return await getVisibility(scope, clientId);
}
