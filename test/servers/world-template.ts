import { alone, makeTemplate, runServer } from '#test/servers/run-server.ts';

/** A database with a world, and no open connections: copying it takes a fifth of the time of creating one. */
export type WorldTemplate<World> = { database: string; world: World };

/**
 * This run's template, created by the first process that asks; undefined if `npm test` set none
 * (TEST_TEMPLATE), as in a run of one file. The world is stored in the database's comment.
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
