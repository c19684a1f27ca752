// npm run test:citus: runs the server tests and the cluster tests (test/citus/) on the Citus cluster whose
// coordinator TEST_DATABASE_URL names. Words given as arguments select the files with one of them in their
// path.
import { main, run, ScriptError } from './run.mjs';
import { setUp } from './setup.mjs';

const NEEDED = `The tests need a Citus cluster that is running: a coordinator and at least one more node, PostgreSQL 15 or newer.
TEST_DATABASE_URL names the coordinator, a superuser who may enter every node, and a database of the cluster with the
extension, in which the nodes are registered (SELECT citus_add_node(host, port)). Databases for tests are made beside it,
on every node, and removed again.
  TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5432/lms npm run test:citus`;

await main(async () => {
  const node = await setUp();
  await assertCluster(process.env.TEST_DATABASE_URL);
  // One file at a time: the copied test databases share their roles, which the nodes can only change one at a
  // time.
  const env = { TEST_CLUSTER: '1', TEST_CONCURRENCY: '1' };
  return (await run(node, ['scripts/test.mjs', 'unit', ...process.argv.slice(2)], { env })).code;
});

async function assertCluster(url) {
  if (!url) throw new ScriptError(NEEDED);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT count(*) FILTER (WHERE groupid > 0)::int AS nodes FROM pg_dist_node',
    );
    if (rows[0].nodes > 0) return;
    throw new Error('No node is registered.');
  } catch (error) {
    throw new ScriptError(`${error.message}\n${NEEDED}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
