import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BackupReader } from '#server/backup/container.ts';
import { restoreAll } from '#server/backup/restore-all.ts';
import { openDatabase } from '#server/db/database.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { openDataFolder } from '#server/embedded/folders.ts';
import { allRows } from '#test/rows/all-rows.ts';
import { fillClients, managerOf } from '../../clients-data.ts';
import { SECRET } from '../../dataset.ts';
import { timed } from '../../measure.ts';
import type { Options } from '../../options.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import type { BackupAnswer, BackupTask } from '../../servers/backup.ts';
import { startServer } from '../../servers/child.ts';
import type { RunningServer } from '../../servers/child.ts';

const CLIENTS = 10;
const LEADS_EACH = 20_000;
const WRITES_PER_SECOND = 20;
/** Seconds of writes without a backup, for comparison. */
const QUIET = 15;
const GOAL_MB = 100;

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

/**
 * Figure 17: a backup of ten clients during 20 writes a second, its restore elsewhere, and the effect on
 * users.
 */
export async function measureBackup({ dataDir }: Options): Promise<Line[]> {
  const folders = { here: `${dataDir}-backup`, elsewhere: `${dataDir}-restore` };
  const clear = () => {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  const here = await startEmbeddedDatabase({ dataDir: openDataFolder(folders.here), log: quiet });
  try {
    await fill(here.owner);
    const file = join(folders.here, 'bench.zip');
    const lms = await startServer('lms.ts', { settings: here.owner, dataDir: folders.here });
    try {
      const made = await underWrites(lms, here.owner, file);
      return [...made.lines, ...(await elsewhere(folders.elsewhere, file, made.before))];
    } finally {
      await lms.stop();
    }
  } finally {
    await here.stop();
    clear();
  }
}

async function fill(settings: pg.ClientConfig): Promise<void> {
  const database = await openDatabase(settings, SECRET);
  const owner = new pg.Client(settings);
  await owner.connect();
  await fillClients(database, owner, CLIENTS, LEADS_EACH);
  await owner.end();
  await database.close();
}

type Made = { before: Record<string, string>; lines: Line[] };

async function underWrites(lms: RunningServer, settings: pg.ClientConfig, file: string): Promise<Made> {
  const alone = await writing(lms);
  await sleep(QUIET * 1000);
  const calm = await alone.stop();
  const busy = await writing(lms);
  const child = fork(new URL('../../servers/backup.ts', import.meta.url), { execArgv: [] });
  const answer = async () => {
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
      BackupAnswer | number | null,
    ];
    if (typeof said !== 'object' || said === null)
      throw new Error(`bench/servers/backup.ts ended with ${String(said)}.`);
    return said;
  };
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  child.send({ settings, file } satisfies BackupTask);
  const begun = await answer();
  if (!('snapshot' in begun)) throw new Error('The backup told no snapshot.');
  const before = await onOwnConnection(settings, async (owner) => {
    await owner.query('BEGIN; SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await owner.query(`SET TRANSACTION SNAPSHOT '${begun.snapshot}'`);
    return await allRows(owner);
  });
  // Computing the digests is the bench's own work, which must not overlap with the measured requests.
  await sleep(3000);
  const skipped = busy.count();
  child.send('go on');
  const made = await answer();
  if (!('rows' in made)) throw new Error('The backup told no figures.');
  const meanwhile = await busy.stop(skipped);
  const { rows, bytes, seconds, grown } = made;
  const what = `backup of ${number(rows)} rows of ${CLIENTS} clients`;
  const [p99, calmP99] = [p99Of(meanwhile), p99Of(calm)];
  return {
    before,
    lines: [
      { ...plain(what, `${number(seconds)} s`), result: `${number(bytes / 1e6)} MB` },
      {
        ...plain('growth of the process that makes it', `${number(grown)} MB`),
        goal: `≤ ${GOAL_MB} MB`,
        passes: grown <= GOAL_MB,
      },
      {
        ...plain(`p99 of ${WRITES_PER_SECOND} writes a second meanwhile`, `${number(p99)} ms`),
        other: `${number(calmP99)} ms without`,
        result: `${number(p99 / calmP99)} ×`,
      },
    ],
  };
}

async function elsewhere(folder: string, file: string, before: Record<string, string>): Promise<Line[]> {
  const place = await startEmbeddedDatabase({ dataDir: openDataFolder(folder), log: quiet });
  try {
    const backup = await BackupReader.open(file);
    const [seconds] = await timed(async () => {
      await backup.check();
      await restoreAll(place.owner, SECRET, backup);
    });
    backup.close();
    const after = await onOwnConnection(place.owner, async (owner) =>
      inTransaction(owner, async () => await allRows(owner)),
    );
    const tables = Object.keys(before);
    const differing = tables.filter((table) => before[table] !== after[table]);
    return [
      plain('restore of the same elsewhere, checked, with the copy for all clients', `${number(seconds)} s`),
      {
        ...plain('tables with a difference to the moment of the backup', String(differing.length)),
        other: `of ${tables.length}`,
        goal: '0',
        passes: differing.length === 0 && tables.length === Object.keys(after).length,
      },
    ];
  } finally {
    await place.stop();
  }
}

const plain = (what: string, lms: string): Line => ({
  figure: '17',
  what,
  lms,
  other: '',
  result: '',
  goal: '',
  passes: undefined,
});

/**
 * Writes new leads and calls in all clients at an even pace; `stop` returns the latencies in milliseconds,
 * without the first ones.
 */
async function writing(lms: RunningServer) {
  const tokens = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, at) => await tokenOf(lms, managerOf(at + 1))),
  );
  const took: number[] = [];
  const over = new AbortController();
  const work = (async () => {
    const since = performance.now();
    const sent: Promise<void>[] = [];
    for (let at = 0; !over.signal.aborted; at += 1) {
      const due = since + (at * 1000) / WRITES_PER_SECOND;
      if (due > performance.now()) await sleep(due - performance.now());
      const lead = { name: `Meanwhile ${at}`, phone: `+91 96${String(at).padStart(8, '0')}` };
      sent.push(
        timed(async () => await post(lms, '/leads', lead, tokens[at % tokens.length])).then(
          ([seconds]) => void took.push(seconds * 1000),
        ),
      );
    }
    await Promise.all(sent);
  })();
  return {
    count: () => took.length,
    stop: async (skipped = 0) => {
      over.abort();
      await work;
      return took.slice(skipped);
    },
  };
}

async function tokenOf(lms: RunningServer, user: object): Promise<string> {
  return ((await post(lms, '/auth/login', user)) as { accessToken: string }).accessToken;
}

async function post(lms: RunningServer, path: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(`${lms.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: unknown }).data;
}

function p99Of(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.99 * (sorted.length - 1))] ?? 0;
}
