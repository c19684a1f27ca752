import type { SavedRules } from '#shared/accounts/second-factor.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { NotFound } from '#server/errors.ts';

function rulesOf(core: ReturnType<typeof openCore>, { user }: Scope, clientId: string) {
  return core
    .selectFrom('core.clients')
    .select(['second_factor_for as who', 'second_factor_from as from'])
    .where('id', '=', user.seesAllClients || user.client?.id === clientId ? clientId : null);
}

/** Which users of a client need a second factor. Throws 404. */
export async function getRules(scope: Scope, clientId: string): Promise<SavedRules> {
  const row = await rulesOf(openCore(scope), scope, clientId).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_CLIENT);
  return withVersion(row);
}

/**
 * Changes the sent rules; users who lack a factor that they need set it up at their next sign-in, and their
 * sessions and tokens stop working at once. Throws 404, and 412 when the caller has seen other rules.
 */
export async function setRules(
  scope: Scope,
  clientId: string,
  { who, from, version }: { [Part in keyof SavedRules]?: SavedRules[Part] | undefined },
): Promise<SavedRules> {
  const changed = {
    ...(who && { second_factor_for: who }),
    ...(from !== undefined && { second_factor_from: from }),
  };
  await inCore(scope, async (trx) => {
    const before = await rulesOf(trx, scope, clientId).forNoKeyUpdate().executeTakeFirst();
    if (!before) throw new NotFound(UNKNOWN_CLIENT);
    assertSeen(version, withVersion(before));
    if (Object.keys(changed).length > 0)
      await trx.updateTable('core.clients').set(changed).where('id', '=', clientId).execute();
  });
  return await getRules(scope, clientId);
}
