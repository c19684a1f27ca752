import { sql } from 'kysely';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import type { Database } from '#server/db/database.ts';
import { listClientHandles } from '#server/db/find-client.ts';
import { phoneColumns } from '#server/phone.ts';

/** Rows per transaction, so that nobody who edits one of them has to wait. */
const BATCH = 500;

type Unread = { id: string; phone: string };

/**
 * Reads the phones of leads written by an earlier release or restored from its backup. A migration that
 * changes how numbers are read empties `other_phones`, so that its rows are read again. Several processes may
 * run this at once; a lead that somebody edits meanwhile is left to that edit.
 */
export async function readPhones(database: Database, signal: AbortSignal): Promise<void> {
  await eachUnlessLost(await listClientHandles(database), async (client) => {
    const db = database.client(client);
    const leads = sql.id(client.schema, 'leads');
    for (let read = BATCH; read === BATCH && !signal.aborted;) {
      const { rows } = await sql<Unread>`
        SELECT id, phone FROM ${leads} WHERE phone IS NOT NULL AND other_phones IS NULL LIMIT ${BATCH}
      `.execute(db);
      read = rows.length;
      if (read === 0) break;
      const columns = rows.map(({ id, phone }) => ({ id, phone, ...phoneColumns(phone, client.country) }));
      await sql`
        UPDATE ${leads} l SET phone_norm = r.phone_norm, other_phones = r.other_phones
        FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS r (id uuid, phone text, phone_norm text, other_phones text[])
        WHERE l.id = r.id AND l.phone = r.phone AND l.other_phones IS NULL
      `.execute(db);
    }
  });
}
