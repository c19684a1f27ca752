import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { copyCluster } from '#test/servers/cached-cluster.ts';
import { scratchFolder } from '#test/servers/scratch.ts';

export const IS_ROOT = process.getuid?.() === 0;
const EMBEDDED = fileURLToPath(new URL('../../server/embedded/embedded-database.ts', import.meta.url));

/** Removed when the process ends, since several test files share it: a hook would run after the first of them. */
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** A private folder (0700, as mkdtemp makes), removed after the last test, when every server has stopped. */
export function temporaryFolder(): string {
  const folder = scratchFolder('lms-test-');
  folders.push(folder);
  return folder;
}

/** The same with an empty cluster, for tests that are not about creating one. */
export const settledFolder = (): string => copyCluster(temporaryFolder());

/** A log for `started`; `said` waits for a line with this text. */
export function recorder() {
  const lines: string[] = [];
  const added = new EventEmitter();
  const add = (text: string) => {
    lines.push(text);
    added.emit('line');
  };
  const said = async (text: string) => {
    while (!lines.some((line) => line.includes(text))) await once(added, 'line');
  };
  return { lines, said, log: { info: add, warn: add, error: add } };
}

/** A started server, stopped at the end of the test. */
export async function started(t: TestContext, dataDir: string, log = recorder().log) {
  const database = await startEmbeddedDatabase({ memory: 1024, dataDir, log });
  t.after(() => database.stop());
  return database;
}

export async function ask(
  database: Pick<EmbeddedDatabase, 'owner'>,
  text: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.owner);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    if (await holds()) return;
    await wait(10);
  }
  assert.fail(`not within a minute: ${what}`);
}

/** Another Node process that starts the database in dataDir; `line` waits for its output. */
export function otherServer(t: TestContext, dataDir: string, module = EMBEDDED) {
  const script = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(pathToFileURL(module).href)});
    const log = { info: console.log, warn: console.log, error: console.log };
    try {
      const database = await startEmbeddedDatabase({ memory: 1024, dataDir: ${JSON.stringify(dataDir)}, log });
      process.once('SIGTERM', () => database.stop());
      console.log('ready');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  t.after(() => void child.kill('SIGTERM'));
  return { child, line: (part: string) => until(`"${part}" in: ${output}`, () => output.includes(part)) };
}

export async function killed(child: ChildProcess) {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
