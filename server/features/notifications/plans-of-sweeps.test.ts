import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { RawNode } from 'kysely';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { Database } from '#server/db/database.ts';
import { withWorld } from '#test/world.ts';
import { nextDueEverywhere } from './due-reminders.queries.ts';
import { noteLeadNewsEverywhere } from './lead-news.queries.ts';

const { app, world } = await withWorld();

/** Fills the mirror with old reminders and notifications among which few are new. */
before(async () => {
  await app.database.asOwner(async (owner) => {
    await owner.query(`
      UPDATE core.users SET notify_leads = true;
      INSERT INTO all_clients.reminders (id, client_id, lead_id, title, reminder_date, is_completed, fired_for)
      SELECT gen_random_uuid(), '${world.alpha.id}', gen_random_uuid(), 'Call', at, n % 2 = 0, CASE WHEN n % 400 > 0 THEN at END
      FROM generate_series(1, 20000) n, LATERAL (SELECT now() - n * interval '1 hour' AS at) a;
      INSERT INTO all_clients.notifications (id, client_id, user_id, kind, read_at)
      SELECT (lpad(to_hex((extract(epoch FROM now() - n * interval '1 minute') * 1000)::bigint), 12, '0')
        || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
        '${world.alpha.id}', '${world.alpha.rep.id}', 'assigned', CASE WHEN n % 2 = 0 THEN now() END
      FROM generate_series(1, 20000) n;
      ANALYZE all_clients.reminders, all_clients.notifications`);
  });
});

/** The plan of the statement over all clients that `work` makes, which finds nothing. */
async function planOf(work: (database: Database) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const allClients = app.database.allClients.withPlugin({
    transformQuery: ({ node }) => {
      assert.ok(RawNode.is(node));
      const [first, ...more] = node.sqlFragments;
      return RawNode.create([`EXPLAIN ${first}`, ...more], node.parameters);
    },
    transformResult: async ({ result }) => {
      plans.push(JSON.stringify(result.rows));
      return await Promise.resolve({ rows: [] });
    },
  });
  await work(unchecked<Database>({ core: app.database.core, allClients }));
  assert.equal(plans.length, 1);
  return plans[0] ?? '';
}

test('the search for due follow-ups of all clients reads its index, and not every follow-up', async () => {
  const plan = await planOf(async (database) => await nextDueEverywhere(database, 90));
  assert.match(plan, /(?:on|using) reminders_to_fire/);
  assert.doesNotMatch(plan, /Seq Scan/);
});

test('the search for lead news of all clients reads the notifications of the last hour, and not every one', async () => {
  const plan = await planOf(async (database) => await noteLeadNewsEverywhere(database, true));
  assert.match(plan, /Index Cond: [^"]*\bid > /);
  assert.doesNotMatch(plan, /Seq Scan/);
});
