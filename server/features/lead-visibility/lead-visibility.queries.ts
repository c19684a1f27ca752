import type { LeadVisibility } from '#shared/lead-visibility.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import { NotFound } from '#server/errors.ts';

const UNKNOWN_CLIENT = 'This client does not exist.';

/** The visibility of leads for the people of a client. Throws 404. */
export async function getVisibility(scope: Scope, clientId: string): Promise<LeadVisibility> {
  const { user } = scope;
  const row = await openCore(scope)
    .selectFrom('core.clients')
    .select(['managers_see', 'salesreps_see', 'hints_of_colleagues'])
    .where('id', '=', user.seesAllClients || user.client?.id === clientId ? clientId : null)
    .executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_CLIENT);
  return {
    manager: row.managers_see,
    salesrep: row.salesreps_see,
    hintsOfColleagues: row.hints_of_colleagues,
  };
}

/** Changes the sent parts; they hold from the next request on, in every process within a second. Throws 404. */
export async function updateVisibility(
  scope: Scope,
  clientId: string,
  {
    manager,
    salesrep,
    hintsOfColleagues,
  }: { [Part in keyof LeadVisibility]?: LeadVisibility[Part] | undefined },
): Promise<LeadVisibility> {
  await getVisibility(scope, clientId);
  const changed = {
    ...(manager && { managers_see: manager }),
    ...(salesrep && { salesreps_see: salesrep }),
    ...(hintsOfColleagues !== undefined && { hints_of_colleagues: hintsOfColleagues }),
  };
  if (Object.keys(changed).length > 0)
    await openCore(scope).updateTable('core.clients').set(changed).where('id', '=', clientId).execute();
  return await getVisibility(scope, clientId);
}
