import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { newId } from '#server/db/sql/new-id.ts';
import { openCore } from '#server/db/system-scope.ts';
import { NO_CONTACT } from '#server/features/sources/take-delivery.queries.ts';
import { newPortalSecret } from '#server/secrets/key-text.ts';

/** Leads of a sample client that were delivered by a source. */
const DELIVERED = 6;

/**
 * An IndiaMART source with the deliveries of the client's latest leads from there, and one delivery without
 * contact data. Nobody knows its secret.
 */
export async function addSampleSource(database: Database, client: ClientRef, now: Date): Promise<void> {
  const id = uuidv7();
  const { hash } = newPortalSecret();
  const row = { id, client_id: client.id, kind: 'indiamart', name: 'IndiaMART', secret_hash: hash } as const;
  const empty = { product_id: null, owner_id: null, lead_source: null, created_by: null };
  await openCore(database)
    .insertInto('core.sources')
    .values({ ...row, ...empty })
    .execute();
  const deliveries = sql.id(client.schema, 'source_deliveries');
  await sql`
    INSERT INTO ${deliveries} (id, source_id, at, outcome, reason, lead_id, received)
    SELECT ${newId}, ${id}::uuid, l.created_at, 'new_lead', NULL, l.id, jsonb_build_object('UNIQUE_QUERY_ID',
      (extract(epoch FROM l.created_at)::bigint)::text, 'QUERY_TYPE', 'W', 'SENDER_NAME', l.name, 'SENDER_MOBILE', l.phone,
      'SENDER_EMAIL', l.email, 'SENDER_CITY', l.location, 'QUERY_MESSAGE', l.description)::text
    FROM ${sql.id(client.schema, 'leads')} l WHERE l.deleted_at IS NULL AND l.source ILIKE '%indiamart%'
    ORDER BY l.created_at DESC LIMIT ${DELIVERED}
  `.execute(database.client(client));
  const refused = {
    UNIQUE_QUERY_ID: '2398765432',
    QUERY_TYPE: 'BIZ',
    SENDER_NAME: 'IndiaMART Buyer',
    SENDER_CITY: 'Nagpur',
    QUERY_MESSAGE: 'Viewed your catalogue',
  };
  await sql`
    INSERT INTO ${deliveries} (id, source_id, at, outcome, reason, received)
    VALUES (${newId}, ${id}::uuid, ${new Date(now.getTime() - 3 * 60 * 60_000)}, 'refused', ${NO_CONTACT}, ${JSON.stringify(refused)})
  `.execute(database.client(client));
}
