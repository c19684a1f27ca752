import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../load.ts';
import type { Options } from '../options.ts';
import { number } from '../report.ts';
import type { Line } from '../report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const POLL = 25;
const LONGEST = 120_000;

/** Figure 13: `npm start` with everything installed and built, until /api/health responds. */
export async function measureStart({ runs }: Options): Promise<Line[]> {
  await startOnce(undefined);
  const times: Record<'empty' | 'existing', number[]> = { empty: [], existing: [] };
  for (let run = 0; run < runs; run += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'lms-bench-start-'));
    try {
      times.empty.push(await startOnce(folder));
      times.existing.push(await startOnce(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const line = (what: string, took: number, goal: number): Line => ({
    figure: '13',
    what: `start, ${what} database`,
    lms: `${number(took)} s`,
    other: '',
    result: `${number(took)} s`,
    goal: `≤ ${goal} s`,
    passes: took <= goal,
  });
  return [line('existing', median(times.existing), 3), line('empty', median(times.empty), 8)];
}

/** Seconds from the start of the script to the first healthy response. */
export async function startOnce(dataDir: string | undefined): Promise<number> {
  const own = dataDir ?? mkdtempSync(join(tmpdir(), 'lms-bench-start-'));
  const port = await freePort();
  const since = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: own, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null || performance.now() - since > LONGEST)
        throw new Error('npm start did not become healthy; its reason is above.');
      await sleep(POLL);
    }
    return (performance.now() - since) / 1000;
  } finally {
    child.kill('SIGTERM');
    await ended;
    if (!dataDir) rmSync(own, { recursive: true, force: true });
  }
}

async function isHealthy(port: number): Promise<boolean> {
  return await fetch(`http://localhost:${port}/api/health`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
