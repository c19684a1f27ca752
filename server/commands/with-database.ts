import { randomBytes } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { watchLocks } from '#server/db/pool/lock-watch.ts';
import { ownerAt, ownerOf, ownerOfRunning } from '#server/db/structure/owner.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { forgetOtherDatabases } from '#server/embedded/other-databases.ts';
import { secretOf } from '#server/embedded/secret.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The installation that an operator's command works on. */
export type Place = {
  /** The owner's connection. */
  owner: ConnectionSettings;
  /** The owner's connection to the replica, if there is one. */
  replica: ConnectionSettings | undefined;
  config: Config;
  dataDir: string;
  /** Replaces the password of an owner without one, like `fallbackSecret` in `openDatabase`. */
  secret: string;
};

/** Seconds that a command waits for others' locks, about as long as a person would. */
export const PATIENCE = 10;

/**
 * Runs work as the owner of the configured database, whatever is in it; for the embedded one, whether or not
 * its server is running. Throws InvalidConfig. Reports when a connection waits for a lock; its statement
 * eventually fails with 55P03.
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

/**
 * The owner's connections of one command: identified by a unique application name, and with a longer lock
 * timeout.
 */
function asCommand(owner: ConnectionSettings): ConnectionSettings {
  const options = [owner.options, `-c lock_timeout=${PATIENCE}s`].filter(Boolean).join(' ');
  return { ...owner, application_name: `lms command ${randomBytes(4).toString('hex')}`, options };
}

/** Migrates an installation's database, and opens it with a command's patience. */
export async function openAt({ owner, config, secret }: Place): Promise<Database> {
  const patience = { lock: PATIENCE * 1000, statement: PATIENCE * 6000 };
  return await openDatabase(owner, secret, { limits: { ...config.database, ...patience }, patience });
}

/** Like `withOwner`, on the database at this release's version: migrated, and open for queries. */
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
