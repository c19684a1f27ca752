import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { MIRRORED, MIRRORED_ZONES, MIRROR_LOCK, UNPLANNED } from '#server/db/tables/mirrored-tables.ts';
import { addSums, uncountDays } from '#server/leads/changes/lead-counters.queries.ts';
import { COUNTED, inMirror, mirrorPlace } from '#server/mirror/mirrored-days.queries.ts';
import { WORK, addWork } from '#server/mirror/mirrored-work.queries.ts';

/**
 * Statements that remove a client's rows and counts from the mirror, for the transaction that removes the
 * client. Run as owner.
 */
export function leavingMirror(database: Database, id: string): CompiledQuery[] {
  const mine = sql`client_id = ${id}::uuid`;
  const leads = sql`(SELECT ${COUNTED} FROM ${inMirror('leads')} WHERE ${mine}) counted`;
  const zone = sql<string>`(SELECT time_zone FROM ${inMirror(MIRRORED_ZONES)} WHERE ${mine})`;
  return [
    sql`SELECT pg_advisory_xact_lock(${MIRROR_LOCK})`,
    uncountDays(mirrorPlace(zone), leads),
    addSums(sql`(SELECT status, source, is_archived, is_duplicate, -leads AS leads, -value AS value,
      -${sql.id(UNPLANNED)} AS ${sql.id(UNPLANNED)} FROM ${inMirror('lead_totals')} WHERE ${mine}) theirs`),
    ...WORK.map((work) =>
      addWork(work, id, [{ from: sql`(SELECT * FROM ${inMirror(work)} WHERE ${mine})`, sign: -1 }]),
    ),
    ...[...Object.keys(MIRRORED), 'lead_totals', MIRRORED_ZONES].map(
      (table) => sql`DELETE FROM ${inMirror(table)} WHERE ${mine}`,
    ),
  ].map((statement) => statement.compile(database.allClients));
}
