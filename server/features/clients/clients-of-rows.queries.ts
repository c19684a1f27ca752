import { sql } from 'kysely';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';

type ClientOfRow = { client_name: string; client_time_zone: string; client_country: string };

/**
 * Names, time zones and countries of these clients, or of all, by id; empty for users without access to all
 * clients.
 */
export async function clientsOfRows(
  scope: Scope,
  ids?: readonly string[],
): Promise<Record<string, ClientOfRow>> {
  if (!scope.user.seesAllClients || ids?.length === 0) return {};
  let wanted = openCore(scope)
    .selectFrom('core.clients')
    .select(['id', 'client_name', 'time_zone', 'country']);
  if (ids) wanted = wanted.where('id', '=', sql<string>`ANY(${[...new Set(ids)]}::uuid[])`);
  const rows = await wanted.execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      { client_name: row.client_name, client_time_zone: row.time_zone, client_country: row.country },
    ]),
  );
}

/** Adds the client's name, time zone and country to each row, for users with access to all clients. */
export async function withClients<Row extends { clientId: string }>(
  scope: Scope,
  rows: Row[],
): Promise<(Row & Partial<ClientOfRow>)[]> {
  const clients = await clientsOfRows(
    scope,
    rows.map(({ clientId }) => clientId),
  );
  return rows.map((row) => ({ ...row, ...clients[row.clientId] }));
}

/** Like `withClients`, for a page. */
export async function pageWithClients<Page extends { data: { clientId: string }[] }>(
  scope: Scope,
  page: Page,
): Promise<Page> {
  return { ...page, data: await withClients(scope, page.data) };
}

/** Like `withClients`, for one row. */
export async function withClient<Row extends { clientId: string }>(
  scope: Scope,
  row: Row,
): Promise<Row & Partial<ClientOfRow>> {
  return { ...row, ...(await clientsOfRows(scope, [row.clientId]))[row.clientId] };
}
