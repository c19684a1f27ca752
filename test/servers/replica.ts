import { appendFileSync, chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';

/** A standby of a primary, running in a separate data folder; it can be stopped and started at any time. */
export type TestReplica = {
  owner: ConnectionSettings;
  dataDir: string;
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
/** Files of the running primary, and its WAL, which is streamed instead. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/**
 * Both servers log statements, so that a test can see which one ran them. Queries give way to replay at once.
 */
const SETTINGS = `
log_statement = 'all'
max_standby_streaming_delay = 0
`;

/** A base backup of the primary's data folder, started as its standby. */
export async function startReplica(
  primary: ConnectionSettings,
  primaryDir: string,
  dataDir: string,
): Promise<TestReplica> {
  cpSync(join(primaryDir, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
  const [from, to] = [join(primaryDir, 'postgres'), join(dataDir, 'postgres')];
  await onOwnConnection(primary, async (owner) => {
    await owner.query("ALTER SYSTEM SET log_statement = 'all'");
    await owner.query('SELECT pg_reload_conf()');
    await owner.query("SELECT pg_backup_start('replica', true)");
    const filter = (path: string) => !LEFT_OUT.test(relative(from, path).split(sep).join('/'));
    cpSync(from, to, { recursive: true, filter });
    const { rows } = await owner.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  chmodSync(to, 0o700);
  const { host, port, user, password } = primary;
  const address = `host=${host} port=${port} user=${user} password=${String(password)}`;
  appendFileSync(
    join(to, 'postgresql.auto.conf'),
    `${SETTINGS}primary_conninfo = '${address.replaceAll("'", "''")}'\n`,
  );
  writeFileSync(join(to, 'standby.signal'), '');
  const run = async () => await startEmbeddedDatabase({ memory: 1024, dataDir, log: quiet });
  let running = await run();
  return {
    owner: running.owner,
    dataDir,
    stop: async () => await running.stop(),
    start: async () => void (running = await run()),
  };
}
