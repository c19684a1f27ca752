import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { SOURCE_LOG_DAYS } from '#shared/company/sources.ts';
import type { SourceDelivery, sources } from '#shared/company/sources.ts';
import { isTelephony } from '#shared/activities/telephony.ts';
import type { Database } from '#server/db/database.ts';
import { findClient, listClientIds } from '#server/db/find-client.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { placesOf } from '#server/features/sources/map-answers.ts';
import { readPart } from '#server/features/sources/portals/portals.ts';
import { callPlaces } from '#server/features/sources/telephony/read-event.ts';
import { payloadOf } from '#server/features/sources/read-payload.ts';
import type { getSource } from '#server/features/sources/sources.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

export const UNKNOWN_DELIVERY = 'This delivery does not exist.';

type StoredSource = Awaited<ReturnType<typeof getSource>>;
type Presented = Omit<SourceDelivery, 'at'> & { at: Date };

/** Deliveries in the API's form, newest first. */
async function presented(
  reading: ReadScope,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<Presented[]> {
  const { rows } = await sql<Presented>`
    SELECT d.id, d.at, d.outcome, d.reason, d.received IS NOT NULL AS is_kept,
      CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'name', l.name) END AS lead
    FROM ${reading.table('source_deliveries')} d
    LEFT JOIN ${reading.table('leads')} l ON l.id = d.lead_id AND l.deleted_at IS NULL
    WHERE ${where} ORDER BY d.at DESC, d.id DESC ${tail}
  `.execute(reading.db);
  return rows;
}

/** A page of the deliveries of a source. */
export async function listDeliveries(
  reading: ReadScope,
  sourceId: string,
  query: QueryOf<typeof sources.deliveries>,
) {
  const { page, limit, outcome = null } = query;
  const where = sql`d.source_id = ${sourceId}::uuid AND (${outcome}::text IS NULL OR d.outcome = ${outcome}::text)`;
  const [deliveries, counted] = await Promise.all([
    presented(reading, where, sql`LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
    sql<{ total: number }>`
      SELECT count(*)::int AS total FROM ${reading.table('source_deliveries')} d WHERE ${where}
    `.execute(reading.db),
  ]);
  return { data: { deliveries }, pagination: pageOf(query, counted.rows[0]?.total ?? 0) };
}

/** A delivery of a source. Throws 404. */
export async function getDelivery(reading: ReadScope, sourceId: string, id: string): Promise<Presented> {
  const where = sql`d.source_id = ${sourceId}::uuid AND d.id = ${id}::uuid`;
  const [delivery] = await presented(reading, where, sql``);
  if (!delivery) throw new NotFound(UNKNOWN_DELIVERY);
  return delivery;
}

/** The values of a delivery, or of the latest stored one, with their current targets. Throws 404. */
export async function getReceived(reading: ReadScope, source: StoredSource, deliveryId: string | undefined) {
  const which = deliveryId
    ? sql`d.id = ${deliveryId}::uuid`
    : sql`d.received IS NOT NULL AND d.outcome <> 'waiting'`;
  const where = sql`d.source_id = ${source.id}::uuid AND ${which}`;
  const [delivery] = await presented(reading, where, sql`LIMIT 1`);
  if (!delivery && deliveryId) throw new NotFound(UNKNOWN_DELIVERY);
  if (!delivery) return { delivery: null, text: null, answers: [] };
  const stored = await reading.db
    .selectFrom('source_deliveries')
    .select('received')
    .where('id', '=', delivery.id)
    .executeTakeFirst();
  const text = stored?.received ?? null;
  const { answers: sent } = readPart(source.kind, await payloadOf(Buffer.from(text ?? '')));
  const answers = isTelephony(source.kind)
    ? callPlaces(sent, source.mapping)
    : placesOf(sent, source.mapping, await fieldOptions(reading));
  return { delivery, text, answers };
}

/**
 * Deletes deliveries and phone calls older than 60 days, and numbers and digests that no longer count, in every
 * client.
 */
export async function forgetDeliveries(database: Database, leave: AbortSignal): Promise<void> {
  await eachUnlessLost(await listClientIds(database), async (id) => {
    if (leave.aborted) return;
    const client = await findClient(database, id);
    if (!client) return;
    const db = database.client(client);
    await sql`DELETE FROM ${sql.id(client.schema, 'source_deliveries')}
      WHERE at < now() - make_interval(days => ${SOURCE_LOG_DAYS})`.execute(db);
    await sql`DELETE FROM ${sql.id(client.schema, 'source_leads')}
      WHERE portal_id LIKE 'content %' AND at < now() - interval '1 day'
        OR portal_id LIKE 'refused %' AND at < now() - make_interval(days => ${SOURCE_LOG_DAYS})`.execute(db);
    await sql`DELETE FROM ${sql.id(client.schema, 'phone_calls')}
      WHERE created_at < now() - make_interval(days => ${SOURCE_LOG_DAYS})`.execute(db);
  });
}
