import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { MIRRORED_ZONES, MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import { MIRROR_COUNTED_COLUMNS, moveDays } from '#server/leads/changes/lead-counters.queries.ts';
import type { Place } from '#server/leads/changes/lead-counters.queries.ts';

export const COUNTED = sql.join(MIRROR_COUNTED_COLUMNS.map((column) => sql.id(column)));

/** A table of the mirror. */
export const inMirror = (table: string): RawBuilder<unknown> => sql.id(MIRROR_SCHEMA, table);

/** The mirror's counters, with days in the time zone of one client. */
export const mirrorPlace = (timeZone: string | RawBuilder<string>): Place => ({
  client: { timeZone },
  stored: inMirror,
  isMerged: true,
});

/**
 * Copies the client's time zone: leads that the mirror has counted by days in another zone are recounted by
 * days in this one.
 */
export async function bringZone(
  trx: Transaction<CoreTables>,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<void> {
  const zones = inMirror(MIRRORED_ZONES);
  const { rows } = await sql<{ was: string }>`
    SELECT time_zone AS was FROM ${zones} WHERE client_id = ${id}
  `.execute(trx);
  const was = rows[0]?.was;
  if (was === timeZone) return;
  if (was !== undefined) {
    const leads = sql`(SELECT ${COUNTED} FROM ${inMirror('leads')} WHERE client_id = ${id}::uuid) counted`;
    await moveDays(mirrorPlace(timeZone), mirrorPlace(was), leads).execute(trx);
  }
  await sql`
    INSERT INTO ${zones} (client_id, time_zone) VALUES (${id}, ${timeZone})
    ON CONFLICT (client_id) DO UPDATE SET time_zone = excluded.time_zone
  `.execute(trx);
}
