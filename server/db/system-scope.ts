import type { Kysely } from 'kysely';
import type { AuditAction } from '#shared/audit.ts';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/scope.ts';
import type { CoreTables } from '#server/db/tables.ts';

/** Accounts, sessions and the register of clients: for sign-in, administration and seed, never for a feature's rows. */
export type SystemScope = { core: Kysely<CoreTables> };

/** A client by id, active or not; undefined when there is none. */
export async function findClient(
  { core }: SystemScope | Database,
  id: string,
): Promise<ClientRef | undefined> {
  const row = await core
    .selectFrom('core.clients')
    .select(['id', 'schema_name', 'role_name', 'time_zone', 'country', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && clientRef(row);
}

/** Active clients with the clock of each and the last day whose morning messages have been made. */
export async function listActiveClients({
  core,
}: SystemScope): Promise<{ id: string; timeZone: string; digestedOn: string | null }[]> {
  return await core
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

/** A time zone and the clients that live in it. */
export type Zone = { timeZone: string; clients: string[] };

/** The clients whose days begin at other moments than those of the default time zone. */
export async function listOtherZones({ core }: SystemScope | Database): Promise<Zone[]> {
  const rows = await core
    .selectFrom('core.clients')
    .select(['id', 'time_zone'])
    .where('time_zone', '<>', DEFAULT_TIME_ZONE)
    .execute();
  const zones = Map.groupBy(rows, (row) => row.time_zone);
  return [...zones].map(([timeZone, of]) => ({ timeZone, clients: of.map(({ id }) => id) }));
}

export type AuditEntry = {
  action: AuditAction;
  actor?: { id: string; role: string };
  clientId?: string | null;
  objectId?: string;
  details?: Record<string, string | number | boolean | null>;
  requestId?: string;
  address?: string;
};

/** One line of the audit log; the request role may add lines and nothing else. */
export async function audit(core: Kysely<CoreTables>, entry: AuditEntry): Promise<void> {
  await auditLine(core, entry).execute();
}

/** The statement that adds this line, for a transaction of the owner. */
export function auditLine(core: Kysely<CoreTables>, entry: AuditEntry) {
  return core.insertInto('core.audit').values({
    action: entry.action,
    actor_id: entry.actor?.id ?? null,
    actor_role: entry.actor?.role ?? null,
    client_id: entry.clientId ?? null,
    object_id: entry.objectId ?? null,
    details: entry.details ? JSON.stringify(entry.details) : null,
    request_id: entry.requestId ?? null,
    address: entry.address ?? null,
  });
}
