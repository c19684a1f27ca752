import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { localRole } from '#server/db/pool/client-role.ts';
import type { Database } from '#server/db/database.ts';
import {
  MIRRORED,
  MIRRORED_SUMS,
  MIRROR_SCHEMA,
  TOTALS_CELL,
  UNPLANNED,
} from '#server/db/tables/mirrored-tables.ts';
import { inCore } from '#server/db/system-scope.ts';
import { bringing } from '#server/mirror/follow-client.queries.ts';
import type { Core, Followed } from '#server/mirror/copy-changes.queries.ts';
import { leavingMirror } from '#server/mirror/leave-mirror.queries.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';
import { WORK, sumsOfWork } from '#server/mirror/mirrored-work.queries.ts';

/** Gives statements that count the rows of all clients more time than those of requests. */
const PATIENTLY = sql`SET LOCAL statement_timeout = '120s'`;

const CELL = sql.join(TOTALS_CELL.map((column) => sql.id(column)));

/**
 * Whether a client's counters or row counts differ from the mirror's. False while changes are under way,
 * which proves nothing.
 */
export async function differsFromMirror(database: Database, id: string): Promise<boolean> {
  const differs = await bringing(
    database,
    id,
    async (trx, client) => await findDifference(database, trx, client),
  );
  return differs > 0;
}

/**
 * Removes a client that differs from the mirror and queues all its rows, so that the follower copies them
 * again. Returns whether there was a difference.
 */
export async function mendMirror(database: Database, id: string): Promise<boolean> {
  const mended = await bringing(database, id, async (trx, client) => {
    if ((await findDifference(database, trx, client)) === 0) return 0;
    for (const statement of leavingMirror(database, id)) await trx.executeQuery(statement);
    await localRole(client.role).execute(trx);
    const rows = Object.entries(MIRRORED).map(([table, key]) => {
      const only = key === 'id' ? sql`id FROM ${sql.id(client.schema, table)}` : sql`NULL::uuid`;
      return sql`SELECT ${table}::text, ${only}`;
    });
    await sql`INSERT INTO ${sql.id(client.schema, 'changed_rows')} ${union(rows)}`.execute(trx);
    return 1;
  });
  return mended > 0;
}

/**
 * Whether the mirror's days, or its sums of all clients, disagree with its leads, reminders or calls. Only
 * reads.
 */
export async function haveSumsGoneWrong(database: Database): Promise<boolean> {
  const asText = (rows: RawBuilder<unknown>) =>
    sql`(SELECT json_agg(t ORDER BY t)::text FROM (${rows}) sums)`;
  const sums = (table: string, more = sql``) =>
    asText(sql`SELECT ROW(is_archived, is_duplicate, sum(leads)${more})::text AS t FROM ${inMirror(table)}
      GROUP BY is_archived, is_duplicate HAVING sum(leads) <> 0`);
  const unplanned = sql.id(UNPLANNED);
  const withUnplanned = (table: string) => sums(table, sql`, sum(${unplanned})`);
  const work = WORK.map(sumsOfWork).map(({ kept, counted }) => sql`${kept} IS DISTINCT FROM ${counted}`);
  return await inCore(database.following, async (trx) => {
    await PATIENTLY.execute(trx);
    await localRole(database.installation.mirrorRole).execute(trx);
    const { rows } = await sql<{ differ: boolean }>`
        SELECT ${sums('lead_totals')} IS DISTINCT FROM ${sums('lead_days')}
          OR ${withUnplanned('lead_totals')} IS DISTINCT FROM ${withUnplanned(MIRRORED_SUMS)}
          OR (SELECT coalesce(sum(${unplanned}), 0) FROM ${inMirror(MIRRORED_SUMS)}) <> (SELECT count(*) FROM ${inMirror('leads')}
            WHERE deleted_at IS NULL AND NOT is_archived AND next_followup_date IS NULL)
          OR ${sql.join(work, sql` OR `)} AS differ
      `.execute(trx);
    return rows[0]?.differ === true;
  });
}

/** Returns 1 or 0; the transaction then has the mirror's role. */
async function findDifference(database: Database, trx: Core, client: Followed): Promise<number> {
  await PATIENTLY.execute(trx);
  await localRole(client.role).execute(trx);
  // Reads the queue and the figures in one statement: a change between the two would look like a difference.
  const { rows: own } = await sql<{ isBehind: boolean; figures: string }>`
    SELECT EXISTS (SELECT 1 FROM ${sql.id(client.schema, 'changed_rows')}) AS "isBehind",
      (${figures(client.schema)}) AS figures
  `.execute(trx);
  await localRole(database.installation.mirrorRole).execute(trx);
  const { rows: mirrored } = await sql<{ figures: string }>`
    SELECT (${figures(MIRROR_SCHEMA, client.id)}) AS figures
  `.execute(trx);
  return own[0]?.isBehind === false && own[0].figures !== mirrored[0]?.figures ? 1 : 0;
}

/** A schema's counters and row counts as one text. */
function figures(schema: string, clientId?: string): RawBuilder<string> {
  const mine = clientId ? sql`WHERE client_id = ${clientId}::uuid` : sql``;
  const numbers = Object.keys(MIRRORED).map(
    (table) => sql`SELECT ${table}::text || ' ' || count(*) AS t FROM ${sql.id(schema, table)} ${mine}`,
  );
  return sql<string>`SELECT json_agg(t ORDER BY t)::text FROM (${union(numbers)} UNION ALL
    SELECT ROW(${CELL}, sum(leads), sum(value))::text FROM ${sql.id(schema, 'lead_totals')} ${mine}
    GROUP BY ${CELL} HAVING sum(leads) <> 0 OR sum(value) <> 0) figures`;
}

const union = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` UNION ALL `);
