import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { ConnectionSettings } from '#server/db/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { ownerAt, ownerOf, ownerOfRunning } from '#server/db/owner.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { secretOf } from '#server/embedded/secret.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The place that an operator's command works on. */
export type Place = {
  /** The owner's connection. */
  owner: ConnectionSettings;
  /** The same on the replica, where there is one. */
  replica: ConnectionSettings | undefined;
  config: Config;
  dataDir: string;
  /** Stands in for an owner without a password, as `openDatabase` takes it. */
  secret: string;
};

/**
 * Works as the owner of the database of the settings, whatever is in it: on the embedded one whether its server runs or not.
 * Throws InvalidConfig.
 */
export async function withOwner<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const config = readConfig();
  const dataDir = openDataFolder(config.dataDir);
  const known = config.databaseUrl ? ownerOf(config.databaseUrl) : await ownerOfRunning(dataDir);
  const embedded = known
    ? undefined
    : await startEmbeddedDatabase({ dataDir, log: quiet, memory: config.databaseMemory });
  try {
    const secret = secretOf(dataDir, 'installation', folderOwner(dataDir));
    const owner = known ?? embedded?.owner ?? {};
    const replica = config.databaseReadUrl ? ownerAt(config.databaseReadUrl, owner) : undefined;
    return await work({ owner, replica, config, dataDir, secret });
  } finally {
    await embedded?.stop();
  }
}

/** As `withOwner`, on the database as this release knows it: migrated, and open for queries. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  return await withOwner(async ({ owner, config, secret }) => {
    const database = await openDatabase(owner, secret, { limits: config.database });
    return await work(database, config).finally(async () => await database.close());
  });
}
