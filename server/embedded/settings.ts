import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

/** Names the socket inside the private folder; no network port is opened. */
export const SOCKET_PORT = 5432;

/** The cluster's name in the title of each of its processes, by which they are told from others. */
export function clusterName(clusterDir: string): string {
  return `lms-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/** For all processes of an installation together. */
const MOST_CONNECTIONS = 40;

/** Megabytes: more than a sales team's rows ever need. */
const MOST_BY_ITSELF = 8192;

/** Half of the memory (megabytes) that this process may see, be it the machine's or its container's. */
export function machineShare(): number {
  const seen = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 / 1024;
  return Math.max(256, Math.min(MOST_BY_ITSELF, Math.floor(seen / 2)));
}

/** PostgreSQL's own settings for so many megabytes; the rest is for connections and the files that the system caches. */
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
 * Arguments of the server. Given on the command line at every start, so that an existing data folder follows the
 * version that runs it. `memory`: the megabytes that PostgreSQL may count on, beside the Node process. `connections`: the most at
 * once.
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
    autovacuum: 'on',
    max_connections: connections,
    ...memorySettings(memory),
    // One transaction over every client schema (views, migrations) locks thousands of relations.
    max_locks_per_transaction: 1024,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows, parameters and statements hold people's data and secrets: they stay out of the log.
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

/** The setting is a list: a folder with a comma or a space in its name needs quotes. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/** Fixed at creation. C.UTF-8 comes from PostgreSQL itself; the C library only classifies letters (trigrams). */
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
