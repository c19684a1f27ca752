import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyCluster } from '#test/servers/cached-cluster.ts';
import { environmentOf } from '#test/servers/program.ts';
import { scratchFolder } from '#test/servers/scratch.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const SUPERADMIN = { email: 'root@example.com', password: 'correct-horse-battery' };

/** The real server as a separate process, with its own port and data folder. */
export type ServerProcess = { child: ChildProcess; address: string; dataDir: string };

export const newDataFolder = (): string => scratchFolder('lms-test-');

/** A data folder with an empty database, for tests that are not about creating one. */
export const settledDataFolder = (): string => copyCluster(newDataFolder());

export const removeDataFolder = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });

/**
 * Starts `server/main.ts`, with additional settings if given, and waits until it reports its address. Rejects
 * with its output if it exits instead.
 */
export async function startServer(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: '0',
    BACKUP: '0',
    LOG_LEVEL: 'warn',
    DATABASE_MEMORY: '1024',
  };
  const account = { SUPERADMIN_EMAIL: SUPERADMIN.email, SUPERADMIN_PASSWORD: SUPERADMIN.password };
  const program = ['--import=./test/servers/never-busy.ts', join(ROOT, 'server/main.ts')];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: environmentOf({ ...settings, ...account, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const port = await new Promise<string>((found, failed) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const match = /LMS is ready at http:\/\/[^\s:]+:(\d+)/.exec(said);
      if (match?.[1]) found(match[1]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${said}`)));
  });
  return { child, address: `http://127.0.0.1:${port}`, dataDir };
}

export async function endServer({ child }: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

export function postmasterOf({ dataDir }: ServerProcess): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

export type Answer = {
  status: number;
  headers: Headers;
  data: unknown;
  total: number | undefined;
  message: string;
};

/** A call over the network, `body` as JSON. */
export async function send(
  server: ServerProcess,
  method: string,
  path: string,
  token = '',
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`${server.address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as { data?: unknown; message?: string; pagination?: { total: number } };
  const { data, message = '', pagination } = answer;
  return { status: reply.status, headers: reply.headers, data, total: pagination?.total, message };
}

/** Throws the answer's message if the sign-in is refused. */
export async function signInOver(server: ServerProcess): Promise<string> {
  const { data, status, message } = await send(server, 'POST', '/auth/login', '', SUPERADMIN);
  if (status !== 200) throw new Error(`The sign-in was answered ${status}: ${message}`);
  return (data as { accessToken: string }).accessToken;
}
