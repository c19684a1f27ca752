import { allowTriggers } from '#server/db/cluster/engine.ts';
import type { Database } from '#server/db/database.ts';

/**
 * Fails every update of a schema's leads with the error of a cluster that has lost the schema's node, until
 * the returned function is called.
 */
export async function loseNode(database: Database, schema: string): Promise<() => Promise<void>> {
  const run = async (...statements: string[]) =>
    await database.asOwner(async (owner) => {
      await allowTriggers(owner);
      for (const statement of statements) await owner.query(statement);
    });
  await run(
    `CREATE FUNCTION ${schema}.lose() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'connection to the remote node failed' USING ERRCODE = '08006'; END $$`,
    `CREATE TRIGGER lose BEFORE UPDATE ON ${schema}.leads FOR EACH ROW EXECUTE FUNCTION ${schema}.lose()`,
  );
  return async () => await run(`DROP FUNCTION ${schema}.lose() CASCADE`);
}
