import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { SavedProvider, companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import type { ProviderRow } from '#server/db/tables/provider-tables.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { writeDomains } from '#server/features/company-sign-in/domains.queries.ts';
import { endOpenAccess } from '#server/features/auth/open-access.queries.ts';
import { seal, unseal } from '#server/secrets/encrypted-secret.ts';

type Keyed = SystemScope & { installation: { tokenKey: string } };
type Input = BodyOf<typeof companySignIn.set>;

/** A provider of an active client, as a sign-in needs it. */
export type Provider = Selectable<ProviderRow> & { domains: string[] };

const sealedFor = (clientId: string) => `sign-in provider of ${clientId}`;

function providers(core: Kysely<CoreTables>) {
  return core
    .selectFrom('core.providers as p')
    .innerJoin('core.clients as c', 'c.id', 'p.client_id')
    .selectAll('p')
    .select(
      sql<
        string[]
      >`ARRAY(SELECT d.domain FROM core.provider_domains d WHERE d.client_id = p.client_id ORDER BY 1)`.as(
        'domains',
      ),
    );
}

/** The provider of an active client; undefined if it has none. */
export async function findProvider(system: SystemScope, clientId: string): Promise<Provider | undefined> {
  return await providers(openCore(system))
    .where('p.client_id', '=', clientId)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
}

/** The provider of the active client to which a domain of emails belongs. */
export async function findProviderOfDomain(
  system: SystemScope,
  domain: string,
): Promise<Provider | undefined> {
  return await providers(openCore(system))
    .innerJoin('core.provider_domains as found', 'found.client_id', 'p.client_id')
    .where('found.domain', '=', domain)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
}

/** The client secret; null without one, undefined if another installation has sealed it. */
export function secretOf({ installation }: Keyed, provider: Provider): string | null | undefined {
  if (provider.secret === null) return null;
  return unseal(installation.tokenKey, sealedFor(provider.client_id), provider.secret);
}

/** The stored secret, if it belongs to this connection; null without one, or if it cannot be read here. */
export async function storedSecret(
  scope: Scope,
  tokenKey: string,
  clientId: string,
  { issuer, appId }: { issuer: string; appId: string },
): Promise<string | null> {
  const row = await providers(openCore(scope)).where('p.client_id', '=', clientId).executeTakeFirst();
  if (!row || row.issuer !== issuer || row.app_id !== appId) return null;
  return secretOf({ core: scope.core, installation: { tokenKey } }, row) ?? null;
}

/** Throws 404 for a client that the caller does not see. */
export async function assertClient(scope: Scope, clientId: string): Promise<void> {
  const { seesAllClients, client } = scope.user;
  const seen = seesAllClients || client?.id === clientId;
  const row = await openCore(scope)
    .selectFrom('core.clients')
    .select('id')
    .where('id', '=', seen ? clientId : null)
    .executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_CLIENT);
}

/** The settings of a client's provider, without its secret; null if it has none. Throws 404. */
export async function getProvider(scope: Scope, clientId: string): Promise<SavedProvider | null> {
  await assertClient(scope, clientId);
  return await readProvider(openCore(scope), clientId);
}

async function readProvider(core: Kysely<CoreTables>, clientId: string): Promise<SavedProvider | null> {
  const row = await providers(core).where('p.client_id', '=', clientId).executeTakeFirst();
  if (!row) return null;
  const keepers = await core
    .selectFrom('core.users')
    .select('id')
    .where('client_id', '=', clientId)
    .where('keeps_password', '=', true)
    .orderBy('id')
    .execute();
  return withVersion({
    name: row.name,
    issuer: row.issuer,
    appId: row.app_id,
    hasSecret: row.secret !== null,
    domains: row.domains,
    newcomers: row.newcomers,
    role: row.role,
    roleClaim: row.role_claim,
    roleValues: { admin: row.admin_value, manager: row.manager_value, salesrep: row.salesrep_value },
    isOnly: row.is_only,
    keepers: keepers.map(({ id }) => id),
    asksFactor: row.asks_factor,
  });
}

/**
 * Stores the provider of a client. Another issuer or client ID needs its own secret, forgets who was bound, and
 * ends the sessions begun at the old one; signing in only there ends all open access but the caller's session.
 * Throws 404, 412 and 422.
 */
export async function setProvider(
  scope: Scope,
  tokenKey: string,
  { clientId, input, keepSession }: { clientId: string; input: Input; keepSession: string },
): Promise<SavedProvider> {
  await assertClient(scope, clientId);
  return await inCore(scope, async (trx) => {
    await trx.selectFrom('core.clients').select('id').where('id', '=', clientId).forUpdate().execute();
    const before = await readProvider(trx, clientId);
    if (before || input.version !== undefined) assertSeen(input.version, before ?? { version: '' });
    const moves = before?.issuer !== input.issuer || before.appId !== input.appId;
    if (before?.hasSecret && moves && input.secret === undefined)
      throw new InvalidInput([
        {
          field: 'secret',
          message: 'Enter the client secret again: the issuer or the client ID is another.',
        },
      ]);
    await writeProvider(trx, tokenKey, clientId, input);
    const { seesAllClients } = scope.user;
    await writeDomains(trx, { clientId, domains: input.domains, seesAllClients });
    await writeKeepers(trx, clientId, input);
    if (before && moves) {
      await trx.deleteFrom('core.provider_people').where('client_id', '=', clientId).execute();
      await trx.deleteFrom('core.sessions').where('provider_of', '=', clientId).execute();
    }
    if (input.isOnly && !before?.isOnly) await endOpenAccess(trx, { client: clientId, keepSession });
    const saved = await readProvider(trx, clientId);
    if (!saved) throw new NotFound(UNKNOWN_CLIENT);
    return saved;
  });
}

async function writeProvider(
  trx: Transaction<CoreTables>,
  tokenKey: string,
  clientId: string,
  { secret, ...input }: Input,
): Promise<void> {
  const { admin, manager, salesrep } = input.roleValues;
  const values = {
    name: input.name,
    issuer: input.issuer,
    app_id: input.appId,
    newcomers: input.newcomers,
    role: input.role,
    role_claim: input.roleClaim || null,
    admin_value: admin || null,
    manager_value: manager || null,
    salesrep_value: salesrep || null,
    is_only: input.isOnly,
    asks_factor: input.asksFactor,
    ...(secret !== undefined && {
      secret: secret === null ? null : seal(tokenKey, sealedFor(clientId), secret),
    }),
  };
  await trx
    .insertInto('core.providers')
    .values({ client_id: clientId, secret: null, ...values })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .execute();
}

/** Stores who keeps a password: at least one active admin, if nobody else may use one. */
async function writeKeepers(
  trx: Transaction<CoreTables>,
  clientId: string,
  { keepers, isOnly }: Input,
): Promise<void> {
  const wanted = [...new Set(keepers)];
  await trx
    .updateTable('core.users')
    .set({ keeps_password: false })
    .where('client_id', '=', clientId)
    .where('keeps_password', '=', true)
    .execute();
  const stored =
    wanted.length === 0
      ? []
      : await trx
          .updateTable('core.users')
          .set({ keeps_password: true })
          .where('client_id', '=', clientId)
          .where('role_id', '=', ROLE_IDS.admin)
          .where('is_active', '=', true)
          .where('id', 'in', wanted)
          .returning('id')
          .execute();
  if (stored.length < wanted.length)
    throw new InvalidInput([{ field: 'keepers', message: 'Choose active admins of this client.' }]);
  if (isOnly && stored.length === 0)
    throw new InvalidInput([
      {
        field: 'keepers',
        message: 'Choose an admin who may still use a password, in case the provider is down.',
      },
    ]);
}

/**
 * Removes the provider of a client, and ends the sessions begun there; false if there was none. Throws 404 for a
 * client that the caller does not see.
 */
export async function removeProvider(scope: Scope, clientId: string): Promise<boolean> {
  await assertClient(scope, clientId);
  return await inCore(scope, async (trx) => {
    const removed = await trx
      .deleteFrom('core.providers')
      .where('client_id', '=', clientId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) return false;
    await trx
      .updateTable('core.users')
      .set({ keeps_password: false })
      .where('client_id', '=', clientId)
      .execute();
    await trx.deleteFrom('core.sessions').where('provider_of', '=', clientId).execute();
    return true;
  });
}
