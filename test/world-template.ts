import { alone, makeTemplate, runServer } from '#test/run-server.ts';

/** A database with a world, and nobody at work in it: test files copy both in a fifth of the time of making them. */
export type WorldTemplate<World> = { database: string; world: World };

/**
 * The template of this run, which the first process that asks makes; none where `npm test` named none (TEST_TEMPLATE), such as
 * in a run of one file. The world stands in the database's comment.
 */
export async function worldTemplate<World>(
  make: () => Promise<WorldTemplate<World>>,
): Promise<WorldTemplate<World> | undefined> {
  const { TEST_DATABASE_URL: url, TEST_TEMPLATE: database } = process.env;
  if (!url || !database) return undefined;
  return await alone(url, 'world', async (client) => {
    const { rows } = await client.query<{ world: string }>(
      `SELECT shobj_description(oid, 'pg_database') AS world FROM pg_database WHERE datname = $1`,
      [database],
    );
    if (rows[0]) return { database, world: JSON.parse(rows[0].world) as World };
    const made = await make();
    await makeTemplate(await runServer(url), made.database, database);
    await client.query(
      `COMMENT ON DATABASE ${database} IS ${client.escapeLiteral(JSON.stringify(made.world))}`,
    );
    return { ...made, database };
  });
}
