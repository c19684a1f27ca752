import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { startPortals } from '#test/outside/portals.ts';
import { environmentOf } from '#test/servers/program.ts';
import { scratchFolder } from '#test/servers/scratch.ts';

const PROJECT = resolve(import.meta.dirname, '..');
/** Changes of the server for tests, each with its reason. */
const PRELOADED = ['e2e/cheap-passwords', 'e2e/late-answers', 'test/servers/never-busy'].map(
  (name) => `--import=./${name}.ts`,
);

/** A free port, outside the range from which the system takes the ports of its connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const probe = createServer();
    const isFree = new Promise<boolean>((resolveFree) => {
      probe.once('listening', () => resolveFree(true)).once('error', () => resolveFree(false));
    });
    const port = randomInt(20_000, 30_000);
    probe.listen(port);
    if (!(await isFree)) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

export type Account = { email: string; password: string };

/** A complete separate installation: server, database, sample data. */
export type Server = {
  origin: string;
  /** The sample sign-in with this email address. */
  account: (email: string) => Account;
  stop: () => Promise<void>;
};

const SUPERADMIN: Account = { email: 'asha@first.example', password: 'First-Evening-27' };

/** `settings`: of the environment, besides those of every test. */
type Start = { isEmpty?: boolean; settings?: Record<string, string> };

/**
 * Starts the product as its users do, on a free port with an empty data folder. With `isEmpty`, it contains
 * only a superadmin. Throws with its output if it exits.
 */
export async function startServer({ isEmpty = false, settings = {} }: Start = {}): Promise<Server> {
  const dataDir = scratchFolder('lms-e2e-');
  const portals = await startPortals();
  const child = spawn(process.execPath, [...PRELOADED, 'server/main.ts'], {
    cwd: PROJECT,
    env: environmentOf({
      ...(isEmpty && { SUPERADMIN_EMAIL: SUPERADMIN.email, SUPERADMIN_PASSWORD: SUPERADMIN.password }),
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: isEmpty ? '0' : '1',
      // The first nightly backup starts ten minutes after the start, and would prevent clients from being
      // removed meanwhile.
      BACKUP: '0',
      API_ORIGINS: 'https://api.lms.example',
      FACEBOOK_GRAPH_URL: portals.url,
      INDIAMART_URL: portals.url,
      LOG_LEVEL: 'warn',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await portals.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const origin = await announcedAddress(child);
    if (isEmpty) return { origin, account: () => SUPERADMIN, stop };
    const signIns = readFileSync(join(dataDir, 'sample-accounts.txt'), 'utf8');
    return { origin, account: (email) => signInOf(signIns, email), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolveAddress, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /LMS is ready at (\S+)/.exec(output) ?? [];
      if (address) resolveAddress(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
}

/** The file is a table whose columns are separated by at least three spaces; the password comes last. */
function signInOf(table: string, email: string): Account {
  const line = table.split('\n').find((row) => row.split(/ {3,}/).includes(email));
  const password = line?.split(/ {3,}/).at(-1);
  if (!password) throw new Error(`There is no sample sign-in ${email}.`);
  return { email, password };
}
