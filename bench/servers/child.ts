import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import environment from '../../scripts/server-process.json' with { type: 'json' };

/** The message to a server process at its start. */
export type ServerTask = {
  settings: ConnectionSettings;
  dataDir: string;
  /** With the request limits per minute that users have. */
  isLimited?: boolean;
  /** Without the figures of /api/metrics, to measure their cost. */
  isUnwatched?: boolean;
};

/** Asks a server for the delay of its event loop. */
export const LOOP_DELAY = 'loop delay';

/** A server in a separate process. */
export type RunningServer = {
  url: string;
  pid: number;
  /** The p99.9 delay (ms) of the event loop since the previous call; only for LMS. */
  loopDelay: () => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts a file of this folder and waits until its server listens. Throws if it exits before. */
export async function startServer(
  file: 'lms.ts' | 'lms-untold.ts' | 'bare.ts',
  task: ServerTask,
): Promise<RunningServer> {
  // Allows profiling the server under load: NODE_OPTIONS of the bench would profile every process.
  const profiling = process.env['BENCH_LMS_FLAGS']?.split(' ') ?? [];
  const isServer = file === 'lms.ts';
  const child = fork(new URL(file, import.meta.url), {
    execArgv: isServer ? profiling : [],
    env: { ...process.env, ...(isServer && environment), NODE_ENV: 'production' },
  });
  child.send(task);
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`bench/servers/${file} ended with ${String(code)} before it listened.`);
    }),
  ])) as [{ url: string }];
  const loopDelay = async () => {
    child.send(LOOP_DELAY);
    const [delay] = (await once(child, 'message')) as [number];
    return delay;
  };
  return { url: said.url, pid: child.pid ?? 0, loopDelay, stop: async () => await stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** The server's side: reads the task, listens, reports the address, and ends when the bench disconnects. */
export function serveTask(
  start: (task: ServerTask) => Promise<{ url: string; close: () => Promise<unknown> }>,
): void {
  const serve = async (task: ServerTask) => {
    const { url, close } = await start(task);
    process.once('disconnect', () => void close().finally(() => process.exit(0)));
    process.send?.({ url });
  };
  process.once('message', (task) => void serve(task as ServerTask));
}
