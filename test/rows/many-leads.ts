import type { TestApp } from '#test/app.ts';
import { recount } from '#test/rows/counters.ts';
import type { TestClient } from '#test/world.ts';

/**
 * Writes `count` varied leads directly into a client, counters included: with ties and empty values in every
 * column that sorts or filters, across five months.
 */
export async function insertManyLeads(test: TestApp, client: TestClient, count: number): Promise<void> {
  const { schema, rep, otherRep, manager, admin } = client;
  await test.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO ${schema}.leads (id, name, email, email_norm, phone, phone_norm, company_name, status, source, interest_level, value,
         assigned_to, next_followup_date, lead_score, last_contacted_at, created_at, updated_at, created_by, campaign_id, is_duplicate, is_archived, deleted_at)
       SELECT gen_random_uuid(), 'lead ' || chr(97 + i % 23), e, e, p, p,
         CASE WHEN i % 5 > 0 THEN (ARRAY['Asha', 'asha', 'BRICKS', 'cotton'])[1 + i % 4] || ' mills' END,
         (ARRAY['new', 'contacted', 'qualified', 'converted', 'lost', 'closed_won'])[1 + i % 6],
         CASE WHEN i % 11 > 0 THEN (ARRAY['website', 'referral', 'other', 'trade fair'])[1 + i % 4] END,
         CASE WHEN i % 3 > 0 THEN (ARRAY['high', 'medium', 'low'])[1 + i % 3] END,
         CASE WHEN i % 7 > 0 THEN (i % 9) * 1000.25 END,
         CASE WHEN i % 4 > 0 THEN ($1::uuid[])[1 + i % 3] END,
         CASE WHEN i % 2 = 0 THEN timestamptz '2026-12-01 10:00+05:30' + make_interval(hours => i % 13) END,
         i % 8 * 10, CASE WHEN i % 6 = 0 THEN timestamptz '2026-10-01 10:00+05:30' + make_interval(days => i % 5) END,
         timestamptz '2026-06-01 00:00+05:30' + make_interval(hours => (i * 37) % 3600),
         timestamptz '2026-11-01 00:00+05:30' + make_interval(mins => i % 50),
         ($2::uuid[])[1 + i % 2], CASE WHEN i % 10 = 0 THEN 'diwali' END, i % 17 = 0, i % 12 = 0, CASE WHEN i % 29 = 0 THEN now() END
       FROM generate_series(1, $3::int) i,
         LATERAL (SELECT CASE WHEN i % 3 > 0 THEN 'mail' || i % 40 || '@example.com' END, CASE WHEN i % 4 = 0 THEN '+9198' || lpad(i::text, 8, '0') END) v (e, p)`,
      [[rep.id, otherRep.id, manager.id], [rep.id, admin.id], count],
    );
    await owner.query(`ANALYZE ${schema}.leads; ${recount(schema)}`);
  });
}
