import type pg from 'pg';
import { createClient } from '#server/features/clients/clients.queries.ts';
import type { Database } from '#server/db/database.ts';
import { quoted } from '#server/db/installation.ts';
import { ROLE_IDS } from '#server/db/role-ids.ts';
import { hashPassword } from '#server/passwords.ts';
import { recount } from '#test/counters.ts';
import { addPerson } from './dataset.ts';
import { WORDS, leadRows } from './lead-rows.ts';

const LEADS_EACH = 1000;
const PEOPLE_EACH = 5;
/** Clients whose manager signs in and writes. */
export const WRITERS = 50;

export const OPERATOR = { email: 'operator@bench.example', password: 'bench-operator-password' };
export const managerOf = (number: number) => ({
  email: `person1.client${number}@bench.example`,
  password: OPERATOR.password,
});
const schemaOf = (number: number) => `bench_${number}`;

/** Brings the number of clients to `wanted`, each with so many leads, and makes the mirror anew. */
export async function fillClients(
  database: Database,
  owner: pg.Client,
  wanted: number,
  leadsEach = LEADS_EACH,
): Promise<void> {
  const { rows } = await owner.query<{ there: number }>('SELECT count(*)::int AS there FROM core.clients');
  const there = rows[0]?.there ?? 0;
  if (there === 0) await addPerson(database, { clientId: null, role: 'superadmin', ...OPERATOR });
  const password = await hashPassword(OPERATOR.password);
  // The mirror is made anew at the end: rows written here need no place in its queue.
  await owner.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let number = there + 1; number <= wanted; number += 1)
    await fillClient(database, owner, { number, leads: leadsEach }, password);
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  if (wanted > there) await database.remakeMirror();
  await owner.query('VACUUM ANALYZE core.users');
}

async function fillClient(
  database: Database,
  owner: pg.Client,
  { number, leads }: { number: number; leads: number },
  password: string,
): Promise<void> {
  const schemaName = schemaOf(number);
  const schema = quoted(schemaName);
  const id = await createClient(database, { clientName: `Company ${number}`, schemaName });
  const { rows: people } = await owner.query<{ id: string }>(
    `INSERT INTO core.users (id, first_name, last_name, email, email_norm, password_hash, role_id, client_id)
     SELECT gen_random_uuid(), 'Person', i::text, mail, mail, $2, CASE i WHEN 1 THEN $3::uuid ELSE $4::uuid END, $1::uuid
     FROM generate_series(1, ${PEOPLE_EACH}) i, LATERAL (SELECT 'person' || i || '.client${number}@bench.example' AS mail) m
     RETURNING id`,
    [id, password, ROLE_IDS.manager, ROLE_IDS.salesrep],
  );
  const ids = people.map((person) => person.id);
  await owner.query(
    `INSERT INTO ${schema}.members (id, name, email)
     SELECT id, first_name || ' ' || last_name, email FROM core.users WHERE client_id = '${id}'`,
  );
  await owner.query(leadRows(schema, leads), [1, leads, ids, ...WORDS]);
  await owner.query(`
    INSERT INTO ${schema}.products (id, name, price)
      SELECT gen_random_uuid(), 'Product ' || i, 1000 * i FROM generate_series(1, 5) i;
    INSERT INTO ${schema}.call_logs (id, lead_id, user_id, called_by, call_date, call_type, call_status, duration)
      SELECT gen_random_uuid(), id, assigned_to, assigned_to, created_at + interval '1 hour', 'outgoing', 'answered', 60
      FROM ${schema}.leads WHERE lead_score % 2 = 0;
    INSERT INTO ${schema}.reminders (id, lead_id, user_id, title, reminder_date, is_completed)
      SELECT gen_random_uuid(), id, assigned_to, 'Call back', created_at + interval '170 days', lead_score % 3 = 0
      FROM ${schema}.leads WHERE lead_score % 4 = 0 AND deleted_at IS NULL;
    ${recount(schemaName)}
    ANALYZE ${schema}.leads, ${schema}.call_logs, ${schema}.reminders, ${schema}.products`);
}
