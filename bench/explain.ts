import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';
import type pg from 'pg';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { companyActor } from '#server/db/actors.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { WHOLE } from '#server/db/visibility/whole-company.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { listLeads } from '#server/leads/list/leads.queries.ts';
import type { Dataset } from './dataset.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};

/** The plan of the list's own statement, measured by EXPLAIN ANALYZE. */
export async function explainList(
  data: Dataset,
  filters: LeadFilters,
): Promise<{ rowsLookedAt: number; scans: string[] }> {
  const plans: Node[] = [];
  const { client, owner } = data;
  const db = new Kysely<ClientTables>({ dialect: explaining(owner, plans) }).withSchema(client.schema);
  const scope: ReadScope = {
    user: companyActor(client),
    db,
    client,
    sight: null,
    isReplica: false,
    isEverything: false,
    zones: [],
    clientId: () => sql<string>`${client.id}::uuid`,
    table: (table) => sql.id(client.schema, table),
    stored: (table) => sql.id(client.schema, table),
    together: async (read) => await read(scope),
    [WHOLE]: () => scope,
  };
  const ready = await readyFilters(scope, filters);
  await listLeads(scope, ready, { page: 1, limit: 12, sort_by: 'created_at', sort_order: 'desc' });
  const scans = plans.flatMap(leafScans);
  const rowsLookedAt = scans.reduce((sum, scan) => sum + scan.rows, 0);
  return { rowsLookedAt: Math.round(rowsLookedAt), scans: [...new Set(scans.map((scan) => scan.by))] };
}

/**
 * Every scan of the leads with the rows it returned and removed; a bitmap counts both where it is built and
 * where it is read.
 */
function leafScans(node: Node): { by: string; rows: number }[] {
  const below = (node.Plans ?? []).flatMap(leafScans);
  const name = node['Index Name'] ?? node['Relation Name'] ?? '';
  if (!name.startsWith('leads')) return below;
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = (node['Actual Rows'] + dropped) * node['Actual Loops'];
  return [{ by: node['Node Type'] === 'Seq Scan' ? 'Seq Scan' : name, rows }, ...below];
}

/** Explains every statement and returns no rows. */
function explaining(owner: pg.Client, plans: Node[]): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql: text, parameters }: CompiledQuery) => {
      const answer = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
        [...parameters],
      );
      const plan = answer.rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan) plans.push(plan);
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error('Streams are not explained.');
    },
  };
  const nothing = async () => {};
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}
