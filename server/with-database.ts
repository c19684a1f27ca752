import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { ownerOf, ownerOfRunning } from '#server/db/owner.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { secretOf } from '#server/embedded/secret.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Works on the database of the settings, for an operator's command: on the embedded one whether its server runs or not.
 * Throws InvalidConfig.
 */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const dataDir = openDataFolder(config.dataDir);
  const known = config.databaseUrl ? ownerOf(config.databaseUrl) : await ownerOfRunning(dataDir);
  const embedded = known
    ? undefined
    : await startEmbeddedDatabase({ dataDir, log: quiet, memory: config.databaseMemory });
  try {
    const secret = secretOf(dataDir, 'installation', folderOwner(dataDir));
    const database = await openDatabase(known ?? embedded?.owner ?? {}, secret, {
      limits: config.database,
    });
    return await work(database, config).finally(async () => await database.close());
  } finally {
    await embedded?.stop();
  }
}
