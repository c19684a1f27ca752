import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { databaseUrl } from '#test/database.ts';
import { copyCluster } from '#test/servers/cached-cluster.ts';
import { endServer, newDataFolder, removeDataFolder, startServer } from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';
import { DatabaseProxy } from '#test/servers/proxy.ts';

const QUIET = { info() {}, warn() {}, error() {} };
const SERVERS = 2;
const DISK_MEGABYTES = 400;

/** A small separate disk, if this process may mount one; otherwise a folder that cannot be filled. */
export class Disk {
  readonly folder = newDataFolder();
  readonly isOwn: boolean;
  readonly #filler = join(this.folder, 'filler');

  constructor() {
    this.isOwn = isMounted(this.folder);
  }

  /** Fills the remaining space. */
  fill(): void {
    const file = openSync(this.#filler, 'w');
    const chunk = Buffer.alloc(1024 * 1024);
    try {
      for (let size = chunk.length; size >= 4096; size /= 4)
        while (hasWritten(file, chunk.subarray(0, size)));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  close(): void {
    if (this.isOwn) execFileSync('umount', ['--lazy', this.folder]);
    removeDataFolder(this.folder);
  }
}

function isMounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=711`, 'lms-torture', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

function hasWritten(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0;
  } catch {
    return false;
  }
}

/** Two servers of one installation, and the database over a network that can fail in every way. */
export class Installation {
  readonly disk: Disk;
  readonly embedded: EmbeddedDatabase;
  readonly proxy: DatabaseProxy;
  /** A connection to the database that only the database's own faults affect. */
  readonly database: Database;
  /** Lines that servers log about unexpected failures. */
  readonly failures: string[] = [];
  /** Lines about a mirror that was wrong and has been repaired. */
  readonly mended: string[] = [];
  readonly servers: (ServerProcess | undefined)[] = [];

  private constructor(disk: Disk, embedded: EmbeddedDatabase, proxy: DatabaseProxy, database: Database) {
    this.disk = disk;
    this.embedded = embedded;
    this.proxy = proxy;
    this.database = database;
  }

  static async open(): Promise<Installation> {
    const disk = new Disk();
    copyCluster(disk.folder);
    const embedded = await startEmbeddedDatabase({ memory: 1024, dataDir: disk.folder, log: QUIET });
    const proxy = await DatabaseProxy.open(embedded.owner);
    const database = await openDatabase(embedded.owner, '');
    const installation = new Installation(disk, embedded, proxy, database);
    for (let index = 0; index < SERVERS; index += 1) await installation.start(index);
    return installation;
  }

  /** Rejects with the server's own output if it does not start. */
  async start(index: number): Promise<void> {
    const owner = { ...this.embedded.owner, host: '127.0.0.1', port: this.proxy.port };
    const settings = { DATABASE_URL: databaseUrl(owner), LOG_LEVEL: 'error' };
    const server = await startServer(this.disk.folder, settings);
    this.servers[index] = server;
    if (server.child.stdout)
      createInterface(server.child.stdout).on('line', (line) => {
        if (/"The mirror differed|"The sums of the mirror/.test(line)) this.mended.push(line);
        // A full disk must be reported with a message.
        if (line.includes('"status":500') && !line.includes('backup_failed')) this.failures.push(line);
      });
  }

  async end(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const server = this.servers[index];
    this.servers[index] = undefined;
    if (server) await endServer(server, signal);
  }

  get postmaster(): number | undefined {
    const pid = Number(textOf(join(this.disk.folder, 'postgres/postmaster.pid'))?.split('\n')[0]);
    return pid > 1 ? pid : undefined;
  }

  /** Postmaster and backends; empty while the database is down. */
  get databaseProcesses(): number[] {
    const { postmaster } = this;
    const children =
      postmaster === undefined ? undefined : textOf(`/proc/${postmaster}/task/${postmaster}/children`);
    if (postmaster === undefined || children === undefined) return [];
    return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map(async (_, index) => await this.end(index, 'SIGTERM')));
    await this.database.close();
    await this.proxy.close();
    await this.embedded.stop();
    this.disk.close();
  }
}

/** The text of a file that comes and goes; undefined while it does not exist. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
