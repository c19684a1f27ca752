import { sql } from 'kysely';
import type { Credential, Mapping, SourceKind } from '#shared/company/sources.ts';
import type { Ring } from '#shared/activities/telephony.ts';
import { clientRef } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { SealedCredentials } from '#server/db/tables/source-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { unseal } from '#server/secrets/encrypted-secret.ts';

/** A source with its client, as a delivery needs them. */
export type LivingSource = {
  id: string;
  kind: SourceKind;
  name: string;
  secret_hash: Buffer;
  credentials: SealedCredentials;
  product_id: string | null;
  owner_id: string | null;
  lead_source: string | null;
  mapping: Mapping;
  creates_leads: boolean;
  ring: Ring | null;
  is_active: boolean;
  client: ClientRef;
};

/** A source by its id, active or not, read again for every delivery; undefined if it does not exist. */
export async function findSource(system: SystemScope, id: string): Promise<LivingSource | undefined> {
  const row = await openCore(system)
    .selectFrom('core.sources as s')
    .innerJoin('core.clients as c', 'c.id', 's.client_id')
    .select(['s.id as source_id', 's.kind', 's.name', 's.secret_hash', 's.credentials'])
    .select([
      's.product_id',
      's.owner_id',
      's.lead_source',
      's.mapping',
      's.is_active as is_on',
      's.creates_leads',
      's.ring',
    ])
    .select(['c.id', 'c.schema_name', 'c.role_name', 'c.time_zone', 'c.country', 'c.is_active'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { source_id, is_on, kind, name, secret_hash, credentials, mapping } = row;
  const { product_id, owner_id, lead_source, creates_leads, ring } = row;
  const own = { id: source_id, kind, name, secret_hash, credentials, mapping, is_active: is_on };
  return { ...own, product_id, owner_id, lead_source, creates_leads, ring, client: clientRef(row) };
}

/** Counts a wrong secret for the source's administrators; stores nothing else of the request. */
export async function countWrongSecret(system: SystemScope, id: string): Promise<void> {
  await openCore(system)
    .insertInto('core.source_refusals')
    .values({ source_id: id })
    .onConflict((conflict) =>
      conflict.column('source_id').doUpdateSet({
        wrong_secrets: sql<number>`least(source_refusals.wrong_secrets + 1, 1000000)`,
        wrong_secret_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** A portal's key in plain text; undefined if there is none, or another installation encrypted it. */
export function credentialOf(
  installationKey: string,
  { id, credentials }: Pick<LivingSource, 'id' | 'credentials'>,
  name: Credential | 'secret',
): string | undefined {
  const sealed = credentials[name];
  return sealed === undefined ? undefined : unseal(installationKey, `${id} ${name}`, sealed);
}
