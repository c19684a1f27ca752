import type { Ring } from '#shared/activities/telephony.ts';
import { TELEPHONY_KINDS, isTelephony } from '#shared/activities/telephony.ts';
import type { TelephonyKind } from '#shared/activities/telephony.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import { credentialOf } from '#server/features/sources/source-door.queries.ts';

/** A telephone system of a client, with its keys in plain text. */
export type Telephony = {
  id: string;
  kind: TelephonyKind;
  ring: Ring | null;
  keys: { api_key?: string | undefined; api_token?: string | undefined };
  /** The secret of its address; undefined when it was restored from a backup elsewhere. */
  secret: string | undefined;
};

const sources = (system: SystemScope, clientId: string) =>
  openCore(system)
    .selectFrom('core.sources')
    .select(['id', 'kind', 'ring', 'credentials'])
    .where('client_id', '=', clientId);

type Row = Awaited<ReturnType<ReturnType<typeof sources>['execute']>>[number];

function opened(installationKey: string, row: Row | undefined): Telephony | undefined {
  if (!row || !isTelephony(row.kind)) return undefined;
  const key = (name: 'api_key' | 'api_token' | 'secret') => credentialOf(installationKey, row, name);
  const { id, kind, ring } = row;
  return {
    id,
    kind,
    ring,
    keys: { api_key: key('api_key'), api_token: key('api_token') },
    secret: key('secret'),
  };
}

/** The clients that have a telephone system. */
export async function listTelephonyClients(system: SystemScope): Promise<string[]> {
  const rows = await openCore(system)
    .selectFrom('core.sources')
    .select('client_id')
    .distinct()
    .where('kind', 'in', [...TELEPHONY_KINDS])
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** The client's telephone system for click to call: the oldest that is on. */
export async function findRinging(
  system: SystemScope,
  installationKey: string,
  clientId: string,
): Promise<Telephony | undefined> {
  const row = await sources(system, clientId)
    .where('is_active', '=', true)
    .where('ring', 'is not', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return opened(installationKey, row);
}

/** A telephone system of a client, on or off. */
export async function findTelephony(
  system: SystemScope,
  installationKey: string,
  clientId: string,
  id: string,
): Promise<Telephony | undefined> {
  return opened(installationKey, await sources(system, clientId).where('id', '=', id).executeTakeFirst());
}
