import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';

/** The message of a 404 for a client that does not exist, or that the caller must not know of. */
export const UNKNOWN_CLIENT = 'This client does not exist.';

/** The part of a client that a scope needs. */
export type ClientRef = {
  id: string;
  schema: string;
  role: string;
  timeZone: string;
  country: string;
  isActive: boolean;
};

/** A client by id, active or not; undefined if it does not exist. */
export async function findClient(system: SystemScope, id: string): Promise<ClientRef | undefined> {
  const row = await openCore(system)
    .selectFrom('core.clients')
    .select(['id', 'schema_name', 'role_name', 'time_zone', 'country', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && clientRef(row);
}

/** Active clients, each with its time zone and the last day whose morning messages have been created. */
export async function listActiveClients(
  system: SystemScope,
): Promise<{ id: string; timeZone: string; digestedOn: string | null }[]> {
  return await openCore(system)
    .selectFrom('core.clients')
    .select(['id', 'time_zone as timeZone', 'digested_on as digestedOn'])
    .where('is_active', '=', true)
    .execute();
}

export function clientRef(row: {
  id: string;
  schema_name: string;
  role_name: string;
  time_zone: string;
  country: string;
  is_active: boolean;
}): ClientRef {
  return {
    id: row.id,
    schema: row.schema_name,
    role: row.role_name,
    timeZone: row.time_zone,
    country: row.country,
    isActive: row.is_active,
  };
}

/** Ids of all clients, active or not. */
export async function listClientIds(system: SystemScope): Promise<string[]> {
  const rows = await openCore(system).selectFrom('core.clients').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Schema, role and country of every client, active or not. */
export async function listClientHandles(
  system: SystemScope,
): Promise<{ schema: string; role: string; country: string }[]> {
  return await openCore(system)
    .selectFrom('core.clients')
    .select(['schema_name as schema', 'role_name as role', 'country'])
    .execute();
}

/** A time zone and the clients that have it. */
export type Zone = { timeZone: string; clients: string[] };

/** The clients in time zones other than the default. */
export async function listOtherZones(system: SystemScope): Promise<Zone[]> {
  const rows = await openCore(system)
    .selectFrom('core.clients')
    .select(['id', 'time_zone'])
    .where('time_zone', '<>', DEFAULT_TIME_ZONE)
    .execute();
  const zones = Map.groupBy(rows, (row) => row.time_zone);
  return [...zones].map(([timeZone, of]) => ({ timeZone, clients: of.map(({ id }) => id) }));
}
