import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

/** Names the socket inside the private folder; no network port is opened. */
export const SOCKET_PORT = 5432;

/** The cluster's name in each of its processes' titles, which identifies them. */
export function clusterName(clusterDir: string): string {
  return `lms-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/** The connections that one server and the commands beside it need. */
export const MOST_CONNECTIONS = 40;

/** Megabytes: more than a sales team's rows ever need. */
const MOST_BY_ITSELF = 8192;

/** Half of the memory (megabytes) available to this process, on the machine or in its container. */
export function machineShare(): number {
  const seen = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 / 1024;
  return Math.max(256, Math.min(MOST_BY_ITSELF, Math.floor(seen / 2)));
}

/**
 * PostgreSQL's memory settings for this number of megabytes; the remainder is for connections and the
 * system's file cache.
 */
function memorySettings(megabytes: number): Record<string, string> {
  const within = (least: number, share: number, most: number) =>
    `${Math.max(least, Math.min(most, Math.floor(megabytes * share)))}MB`;
  return {
    shared_buffers: within(64, 1 / 4, 8192),
    effective_cache_size: within(256, 1, 1_048_576),
    work_mem: within(4, 1 / 128, 64),
    maintenance_work_mem: within(64, 1 / 8, 1024),
  };
}

/**
 * Arguments of the server. Passed on the command line at every start, so that an existing data folder follows
 * the version that runs it. `memory`: megabytes for PostgreSQL, in addition to the Node process.
 * `connections`: the maximum.
 */
export function serverArguments(
  clusterDir: string,
  listen: { socketDir: string } | { port: number },
  memory: number,
  connections = MOST_CONNECTIONS,
): string[] {
  const address: Record<string, string | number> =
    'socketDir' in listen
      ? {
          listen_addresses: '',
          unix_socket_directories: quoted(listen.socketDir),
          unix_socket_permissions: '0700',
          port: SOCKET_PORT,
        }
      : { listen_addresses: '127.0.0.1', port: listen.port };
  const settings: Record<string, string | number> = {
    ...address,
    cluster_name: clusterName(clusterDir),
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // The continuous backup reads the log; when its folder stays away, the disk must not fill with what waits.
    wal_level: 'replica',
    max_slot_wal_keep_size: '8GB',
    autovacuum: 'on',
    max_connections: connections,
    ...memorySettings(memory),
    // A transaction over every client schema (views, migrations) locks thousands of relations.
    max_locks_per_transaction: 1024,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows, parameters and statements contain personal data and secrets: they stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
  };
  return [
    '-D',
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** The setting is a list, so a folder name with a comma or space needs quotes. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/**
 * Fixed at creation. PostgreSQL itself provides C.UTF-8; the C library only classifies letters (trigrams).
 */
export function clusterArguments(clusterDir: string, passwordFile: string): string[] {
  const letters = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }[process.platform as string] ?? 'C';
  return [
    `--pgdata=${clusterDir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${letters}`,
  ];
}
