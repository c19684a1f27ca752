import pg from 'pg';
import { clientRole } from '#server/db/pool/client-role.ts';
import { rights } from '#server/db/structure/client-schemas.ts';
import type { Database } from '#server/db/database.ts';
import { distribute, recall, stageTables } from '#server/db/cluster/engine.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { inTransaction } from '#server/db/pool/own-connection.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { recount } from '#test/rows/counters.ts';
import { addPerson } from './dataset.ts';
import { WORDS, leadRows } from './lead-rows.ts';

export type FilledClient = { name: string; leads: number; reps: number; password: string };

/** The email addresses of a client's sales reps. */
export const repsOf = ({ name, reps }: Pick<FilledClient, 'name' | 'reps'>): string[] =>
  Array.from({ length: reps }, (_, one) => `rep${one}@${name}.example`);

/** Creates a client with leads, sales reps and an admin (`admin@name.example`). Returns its id. */
export async function fillClient(
  database: Database,
  settings: pg.ClientConfig,
  client: FilledClient,
): Promise<string> {
  const { name, leads, password } = client;
  const clientId = await createClient(database, { clientName: name, schemaName: name });
  const people: string[] = [];
  for (const email of repsOf(client))
    people.push(await addPerson(database, { clientId, role: 'salesrep', email, password }));
  await addPerson(database, { clientId, role: 'admin', email: `admin@${name}.example`, password });
  const owner = new pg.Client(settings);
  await owner.connect();
  await owner.query("SET search_path = ''");
  const { engine } = database.installation;
  await inTransaction(owner, async () => {
    // Uses the coordinator of a cluster, which accepts any statement.
    await recall(owner, engine, name);
    await owner.query(leadRows(name, leads), [1, leads, people, ...WORDS]);
    await owner.query(recount(name));
    await owner.query(stageTables(engine, name) + rights(name, quoted(clientRole(clientId))));
    await distribute(owner, engine, name);
  });
  await owner.query(`ANALYZE ${name}.leads`);
  await owner.end();
  return clientId;
}
