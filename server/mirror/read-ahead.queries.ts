import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { MIRRORED_SUMS } from '#server/db/tables/mirrored-tables.ts';
import { inMirror } from '#server/mirror/mirrored-days.queries.ts';

/**
 * After a start, reads once what users with access to all clients see first. Otherwise their first list would
 * wait for the disk, and for a connection to load the tables. Throws like any read.
 */
export async function readAhead({ allClients }: Database): Promise<void> {
  const [members, products] = [inMirror('members'), inMirror('products')];
  await sql`
    SELECT leads.*, assignee.name, creator.name, editor.name, product.name,
      (SELECT sum(leads) FROM ${inMirror('lead_days')}), (SELECT sum(leads) FROM ${inMirror(MIRRORED_SUMS)})
    FROM (SELECT * FROM ${inMirror('leads')} WHERE deleted_at IS NULL AND NOT is_archived
      ORDER BY created_at DESC, id DESC LIMIT 12) leads
    LEFT JOIN ${members} assignee ON assignee.id = leads.assigned_to
    LEFT JOIN ${members} creator ON creator.id = leads.created_by
    LEFT JOIN ${members} editor ON editor.id = leads.updated_by
    LEFT JOIN ${products} product ON product.id = leads.product_id
  `.execute(allClients);
}
