import type { TestApp } from '#test/app.ts';
import { recount } from '#test/rows/counters.ts';
import type { TestClient } from '#test/world.ts';

/** Writes many different leads directly, and counts them. */
export async function fillLeads(test: TestApp, { schema, rep }: TestClient, count: number): Promise<void> {
  await test.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO ${schema}.leads (id, name, email, phone, status, source, interest_level, value, assigned_to, tags, notes,
         campaign_id, lead_score, created_at, last_contacted_at, created_by, updated_by, email_norm, phone_norm)
       SELECT gen_random_uuid(), 'Filled ' || i, 'filled' || i || '@example.com', '+91900' || lpad(i::text, 7, '0'),
         (ARRAY['new', 'contacted', 'converted'])[1 + i % 3], (ARRAY['website', NULL])[1 + i % 2], 'low', i * 10.25,
         CASE WHEN i % 4 > 0 THEN $1::uuid END, CASE WHEN i % 5 = 0 THEN '{vip,old}'::text[] ELSE '{}' END,
         CASE WHEN i % 6 = 0 THEN 'A note ' || i END, 'filled', i % 100, now() - i * interval '1 hour 1.000001 seconds',
         now() - i * interval '1 minute 0.000001 seconds', $1, $1, 'filled' || i || '@example.com', '+91900' || lpad(i::text, 7, '0')
       FROM generate_series(1, $2::int) i`,
      [rep.id, count],
    );
    await owner.query(`ANALYZE ${schema}.leads; ${recount(schema)}`);
  });
}

/** Rows of a client's table as text by id, without the columns that every write changes. */
export async function rowsOf(
  test: TestApp,
  { schema }: TestClient,
  table: 'leads' | 'call_logs' | 'reminders' | 'lead_events' | 'operations' | 'operation_leads',
): Promise<Map<string, string>> {
  return await test.database.asOwner(async (owner) => {
    const id = table === 'operation_leads' ? 'operation_id::text || lead_id' : 'id';
    const found = await owner.query<{ id: string; row: string }>(
      `SELECT ${id} AS id, (to_jsonb(t) - ARRAY['version', 'updated_at', 'updated_by'])::text AS row FROM ${schema}.${table} t`,
    );
    return new Map(found.rows.map(({ id: key, row }) => [key, row]));
  });
}
