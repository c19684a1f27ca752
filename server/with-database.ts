import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { ConnectionSettings } from '#server/db/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { watchLocks } from '#server/db/lock-watch.ts';
import { ownerAt, ownerOf, ownerOfRunning } from '#server/db/owner.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { forgetOtherDatabases } from '#server/embedded/other-databases.ts';
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

/** Seconds that a command waits for locks of others, as long as a person would. */
export const PATIENCE = 10;

/**
 * Works as the owner of the database of the settings, whatever is in it: on the embedded one whether its server runs or not.
 * Throws InvalidConfig. A connection that waits for a lock says so, and its statement fails with 55P03 in the end.
 */
export async function withOwner<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const config = readConfig();
  const dataDir = openDataFolder(config.dataDir);
  if (!config.databaseUrl) forgetOtherDatabases();
  const known = config.databaseUrl ? ownerOf(config.databaseUrl) : await ownerOfRunning(dataDir);
  const embedded = known
    ? undefined
    : await startEmbeddedDatabase({ dataDir, log: quiet, memory: config.databaseMemory });
  let endWatch = async () => {};
  try {
    const secret = secretOf(dataDir, 'installation', folderOwner(dataDir));
    const owner = asCommand(known ?? embedded?.owner ?? {});
    const replica = config.databaseReadUrl ? ownerAt(config.databaseReadUrl, owner) : undefined;
    endWatch = watchLocks(owner, () =>
      process.stderr.write(`  Another process is using the same data. Waiting up to ${PATIENCE} seconds …\n`),
    );
    return await work({ owner, replica, config, dataDir, secret });
  } finally {
    await endWatch();
    await embedded?.stop();
  }
}

/** The owner's connections of one command: told from all others by their name, and patient with their locks. */
function asCommand(owner: ConnectionSettings): ConnectionSettings {
  const options = [owner.options, `-c lock_timeout=${PATIENCE}s`].filter(Boolean).join(' ');
  return { ...owner, application_name: `lms command ${randomBytes(4).toString('hex')}`, options };
}

/** Migrates the database of a place, and opens it as patient as a command is. */
export async function openAt({ owner, config, secret }: Place): Promise<Database> {
  const patience = { lock: PATIENCE * 1000, statement: PATIENCE * 6000 };
  return await openDatabase(owner, secret, { limits: { ...config.database, ...patience }, patience });
}

/** As `withOwner`, on the database as this release knows it: migrated, and open for queries. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  return await withOwner(async (place) => {
    const { config } = place;
    const database = await openAt(place);
    try {
      return await work(database, config);
    } finally {
      await database.close();
    }
  });
}
