import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { refusalOfDates, schemaNameFrom } from '#shared/installation/clients.ts';
import type { ClientChanges, NewClient, clients } from '#shared/installation/clients.ts';
import { DEFAULT_COUNTRY } from '#shared/values/countries.ts';
import { YEAR_BEGINS } from '#shared/values/months.ts';
import { DEFAULT_TIME_ZONE } from '#shared/values/dates.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { can } from '#shared/accounts/permissions.ts';
import { HOURS_KEY, USUAL_HOURS } from '#shared/company/working-hours.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import { hasTyped, readingOrder } from '#server/db/sql/folded-text.ts';
import { clientRole, localRole } from '#server/db/pool/client-role.ts';
import { assertSeen, versionOf } from '#server/db/sql/content-version.ts';
import {
  LATEST_CLIENT_VERSION,
  createClientSchema,
  isSchemaNameTaken,
} from '#server/db/structure/client-schemas.ts';
import type { Database } from '#server/db/database.ts';
import { distribute } from '#server/db/cluster/engine.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { lockRegister } from '#server/db/structure/releases.ts';
import type { Scope } from '#server/db/scope.ts';
import { auditLines } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { ClientRow } from '#server/db/tables/core-tables.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { endOpenAccess } from '#server/features/auth/open-access.queries.ts';
import { recountDays } from '#server/leads/changes/lead-counters.queries.ts';
import { sizesOf } from '#server/features/clients/table-sizes.queries.ts';
import { keepingSuperadmin } from '#server/features/users/superadmins.queries.ts';

export const LAST_SUPERADMIN =
  'The last active Super Admin belongs to this client. Add a Super Admin without a client first.';
const NAME_TAKEN = 'This schema name is taken.';

type Row = Selectable<ClientRow>;

/** Columns that an edit may change; the version of a client is made of their values. */
const EDITABLE = [
  'client_name',
  'time_zone',
  'country',
  'year_begins',
  'subscription_start_date',
  'subscription_end_date',
  'amount_paid',
] as const satisfies (keyof Row)[];
const versionOfClient = (row: Row) => versionOf(EDITABLE.map((column) => row[column]));

/** A client as the API returns it; subscription and money are for superadmins only. */
function present(row: Row, full: boolean) {
  return {
    id: row.id,
    clientName: row.client_name,
    name: row.client_name,
    schemaName: row.schema_name,
    isActive: row.is_active,
    timeZone: row.time_zone,
    country: row.country,
    yearBegins: row.year_begins,
    createdAt: row.created_at,
    ...(full && {
      version: versionOfClient(row),
      subscriptionStartDate: row.subscription_start_date,
      subscriptionEndDate: row.subscription_end_date,
      amountPaid: row.amount_paid,
    }),
  };
}

function visible(scope: Scope) {
  const all = openCore(scope).selectFrom('core.clients');
  return scope.user.seesAllClients ? all : all.where('id', '=', scope.user.client?.id ?? null);
}

export async function listClients(scope: Scope, query: QueryOf<typeof clients.list>) {
  let matching = visible(scope);
  if (query.search) {
    matching = matching.where(hasTyped(sql`(client_name || ' ' || schema_name)`, query.search));
  }
  if (query.ids) matching = matching.where('id', '=', sql<string>`ANY(${query.ids}::uuid[])`);
  const ordered = matching
    .selectAll()
    .orderBy(readingOrder(sql`client_name`))
    .orderBy('id');
  const { rows, pagination } = await readPage(ordered, query);
  const full = can(scope.user.role, 'clients.manage');
  return { data: { clients: rows.map((row) => present(row, full)) }, pagination };
}

/** Throws 404. */
export async function getClient(scope: Scope, id: string) {
  const row = await visible(scope).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_CLIENT);
  return present(row, can(scope.user.role, 'clients.manage'));
}

/**
 * Creates a client's `core` row, role, schema, tables and audit line in one transaction. Without a schema
 * name, picks the first free one derived from the client's name. Throws 409 for a schema name in use.
 */
export async function createClient(
  database: Database,
  input: NewClient,
  by?: Pick<AuditEntry, 'actor' | 'requestId'>,
): Promise<string> {
  const id = uuidv7();
  await database.asOwner(async (owner) => {
    await lockRegister(owner);
    let schemaName = input.schemaName ?? schemaNameFrom(input.clientName);
    for (let count = 2; await isSchemaNameTaken(owner, schemaName); count += 1) {
      if (input.schemaName) throw new Conflict(NAME_TAKEN, [{ field: 'schemaName', message: NAME_TAKEN }]);
      schemaName = schemaNameFrom(input.clientName, count);
    }
    await owner.query(
      `INSERT INTO core.clients (id, client_name, schema_name, role_name, subscription_start_date,
         subscription_end_date, amount_paid, time_zone, country, year_begins, version)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        input.clientName,
        schemaName,
        clientRole(id),
        input.subscriptionStartDate ?? null,
        input.subscriptionEndDate ?? null,
        input.amountPaid ?? null,
        input.timeZone ?? DEFAULT_TIME_ZONE,
        input.country ?? DEFAULT_COUNTRY,
        input.yearBegins ?? YEAR_BEGINS,
        LATEST_CLIENT_VERSION,
      ],
    );
    await createClientSchema(owner, database.installation, { id, schemaName });
    if ((input.country ?? DEFAULT_COUNTRY) === 'IN')
      await owner.query(
        `INSERT INTO ${quoted(schemaName)}.configurations (config_key, value) VALUES ($1, $2)`,
        [HOURS_KEY, JSON.stringify({ all_hours: false, ...USUAL_HOURS })],
      );
    await distribute(owner, database.installation.engine, schemaName);
    if (!by) return;
    const line = auditLines(database.core, { action: 'client_created', clientId: id, objectId: id, ...by });
    const { sql: text, parameters } = line.compile();
    await owner.query(text, [...parameters]);
  });
  return id;
}

/**
 * Updates a client; a new time zone recounts its leads by day. Throws 404, 412 when the caller has seen
 * another version, and 422 when the subscription would end before its start.
 */
export async function updateClient(
  scope: Scope,
  id: string,
  { version, ...changes }: ClientChanges,
): Promise<void> {
  const columns = {
    client_name: changes.clientName,
    subscription_start_date: changes.subscriptionStartDate,
    subscription_end_date: changes.subscriptionEndDate,
    amount_paid: changes.amountPaid,
    time_zone: changes.timeZone,
    country: changes.country,
    year_begins: changes.yearBegins,
  };
  const changed = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  await inCore(scope, async (trx) => {
    const row = await trx
      .selectFrom('core.clients')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw new NotFound(UNKNOWN_CLIENT);
    const before = present(row, true);
    assertSeen(version, { ...before, version: versionOfClient(row) });
    const refusal = refusalOfDates({ ...before, ...changes });
    if (refusal) throw new InvalidInput([refusal]);
    if (Object.keys(changed).length === 0) return;
    await trx.updateTable('core.clients').set(changed).where('id', '=', id).execute();
    const { timeZone = before.timeZone } = changes;
    if (timeZone === before.timeZone) return;
    await localRole(clientRole(id)).execute(trx);
    const stored = (name: string) => sql.id(before.schemaName, name);
    await recountDays({ client: { timeZone }, stored, db: trx });
  });
}

/**
 * Activates or deactivates a client. Deactivation ends its users' sessions and open links in the same
 * transaction. Throws 404, and 409 when the last active superadmin belongs to the client.
 */
export async function setClientActive(scope: Scope, id: string, isActive: boolean): Promise<void> {
  await getClient(scope, id);
  await inCore(scope, async (trx) => {
    const write = async () =>
      await trx
        .updateTable('core.clients')
        .set({ is_active: isActive, active_before_removal: null })
        .where('id', '=', id)
        .execute();
    if (isActive) {
      await write();
      return;
    }
    await keepingSuperadmin(trx, LAST_SUPERADMIN, write);
    await endOpenAccess(trx, { client: id });
  });
}

/** Counts of a client's users and rows. Throws 404. */
export async function getClientStats(scope: Scope, id: string) {
  const client = await getClient(scope, id);
  const reading = await scope.reading(id);
  const [people, rows, tables] = await Promise.all([
    openCore(scope)
      .selectFrom('core.users')
      .select(({ fn }) => fn.countAll<number>().as('users'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('is_active', '=', true).as('active_users'))
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow(),
    sql<{ leads: number; calls: number }>`
      SELECT (SELECT coalesce(sum(t.leads), 0)::int8 FROM ${reading.table('lead_totals')} t) AS leads,
        (SELECT count(*) FROM ${reading.table('call_logs')} c) AS calls
    `.execute(reading.db),
    sizesOf(reading, { engine: scope.engine, schema: client.schemaName }),
  ]);
  return {
    ...people,
    ...(rows.rows[0] ?? { leads: 0, calls: 0 }),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A client's tables with PostgreSQL's row estimates. Throws 404. */
export async function getClientSchema(scope: Scope, id: string) {
  const client = await getClient(scope, id);
  const row = await openCore(scope)
    .selectFrom('core.clients')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { engine } = scope;
  const sizes = await sizesOf(await scope.reading(id), { engine, schema: client.schemaName });
  const tables = sizes.map(({ name, rows }) => ({ name, rows }));
  return { schemaName: client.schemaName, version: Number(row.version.slice(0, 4)), tables };
}
