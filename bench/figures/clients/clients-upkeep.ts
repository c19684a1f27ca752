import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { quoted } from '#server/db/structure/installation.ts';
import { appPassword } from '#server/db/structure/installation.ts';
import { migrate } from '#server/db/structure/migrate.ts';
import { THIS_RELEASE } from '#server/db/structure/releases.ts';
import { removeClient } from '#server/features/clients/client-removal.queries.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { recount } from '#test/rows/counters.ts';
import { OPERATOR, WRITERS, folderOf, managerOf, schemaOf } from '../../clients-data.ts';
import type { Installation } from '../../clients-data.ts';
import { SECRET } from '../../dataset.ts';
import { median, quantile } from '../../load.ts';
import { timed } from '../../measure.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import { questionsOf, signedIn } from './clients-questions.ts';
import type { Ask } from './clients-questions.ts';
import type { RunningServer } from '../../servers/child.ts';
import { startOnce } from '../start.ts';

/** Milliseconds. */
const CREATE_GOAL = 150;
const LAG_GOAL = 1000;
const MIGRATION_GOAL = 60_000;
const START_GOAL = 3000;
const CONNECTION_GOAL_MB = 150;
/**
 * Writes of each manager before counting starts, eight at a time, so that each connection has served each
 * client.
 */
const WARMING = 12;
const WRITES = { perSecond: 200, warming: 5, seconds: 15 };
const LAGGING = 'Lag';

/** Runs `npm start` on a folder that no other server has open. */
export async function starting(dataDir: string, size: number): Promise<Line> {
  const seconds: number[] = [];
  for (let time = 0; time < 3; time += 1) seconds.push(await startOnce(folderOf(dataDir, size)));
  return line(`start with ${size} clients`, median(seconds) * 1000, START_GOAL);
}

/** Creates one more client, and removes it again. */
export async function creating({ database, folder, size }: Installation): Promise<Line> {
  const took: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    const input = { clientName: 'Next', schemaName: `next_${time}` };
    const [seconds, id] = await timed(async () => await createClient(database, input));
    took.push(seconds * 1000);
    await removeClient(database, id, { dataDir: folder });
  }
  return line(`creating client ${size + 1}`, median(took), CREATE_GOAL);
}

/**
 * Writes in many clients at once: the delay until the mirror has them, and the memory of connections that
 * have served all clients.
 */
export async function underWrites(installation: Installation): Promise<Line[]> {
  const { owner, start } = installation;
  const lms = await start();
  try {
    const lags = await lagsOf(lms, owner);
    const { ask: operator } = await signedIn(lms, OPERATOR);
    for (const { path } of await questionsOf(owner)) await operator(path);
    const what = `lag of the mirror, p99 of ${WRITES.perSecond} writes a second in ${WRITERS} clients`;
    return [line(what, quantile(lags, 0.99), LAG_GOAL), await connectionLine(owner)];
  } finally {
    await lms.stop();
    await forgetLags(installation);
  }
}

/** Milliseconds from the response to a write until the mirror has its row, in order. */
async function lagsOf(lms: RunningServer, owner: pg.Client): Promise<number[]> {
  const managers: Ask[] = [];
  for (let at = 0; at < WRITERS; at += 1) managers.push((await signedIn(lms, managerOf(at + 1))).ask);
  const written = new Map<string, { since: number; isCounted: boolean }>();
  const lags: number[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted || written.size > 0) {
      const { rows } = await owner.query<{ id: string }>(
        'SELECT id FROM all_clients.leads WHERE id = ANY($1::uuid[])',
        [[...written.keys()]],
      );
      for (const { id } of rows) {
        const { since = 0, isCounted } = written.get(id) ?? {};
        if (isCounted) lags.push(performance.now() - since);
        written.delete(id);
      }
      await sleep(5);
    }
  })();
  const failures: unknown[] = [];
  const write = async (at: number, isCounted: boolean) => {
    const lead = { name: `${LAGGING} ${at}`, phone: `+91 97${String(at).padStart(8, '0')}` };
    const ask = managers[at % managers.length];
    if (!ask) throw new Error('No manager has signed in.');
    const { id } = (await ask('/leads', lead)) as { id: string };
    written.set(id, { since: performance.now(), isCounted });
  };
  try {
    for (let at = 0; at < WARMING * WRITERS; at += 8)
      await Promise.all(Array.from({ length: 8 }, async (_, more) => await write(at + more, false)));
    const writes: Promise<void>[] = [];
    const since = performance.now();
    const warming = WRITES.perSecond * WRITES.warming;
    for (let at = 0; at < warming + WRITES.perSecond * WRITES.seconds; at += 1) {
      const due = since + (at * 1000) / WRITES.perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      writes.push(write(at, at >= warming).catch((error: unknown) => void failures.push(error)));
    }
    await Promise.all(writes);
  } finally {
    over.abort();
  }
  await watching;
  if (failures.length > 0) throw new Error(`${failures.length} writes failed.`, { cause: failures[0] });
  return lags.toSorted((one, other) => one - other);
}

/** Removes the leads that were written, so that every run starts with the same rows. */
async function forgetLags({ database, owner }: Installation): Promise<void> {
  for (let place = 1; place <= WRITERS; place += 1) {
    const schema = quoted(schemaOf(place));
    await owner.query(
      `DELETE FROM ${schema}.leads WHERE name LIKE '${LAGGING} %'; ${recount(schemaOf(place))}`,
    );
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM core.clients WHERE schema_name = $1', [
      schemaOf(place),
    ]);
    await followClient(database, rows[0]?.id ?? '');
  }
}

/** The largest private memory of a connection that serves requests or follows clients (Linux; 0 elsewhere). */
async function connectionLine(owner: pg.Client): Promise<Line> {
  const { rows } = await owner.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'lms %' AND datname = current_database()",
  );
  const megabytes = rows.map(({ pid }) => {
    const file = `/proc/${pid}/smaps_rollup`;
    if (!existsSync(file)) return 0;
    const kilobytes = [...readFileSync(file, 'latin1').matchAll(/^Private_\w+:\s+(\d+)/gm)];
    return kilobytes.reduce((sum, [, value]) => sum + Number(value), 0) / 1024;
  });
  const most = Math.max(...megabytes);
  return line(`memory of a connection, the largest of ${rows.length}`, most, CONNECTION_GOAL_MB, 'MB');
}

/** A release that adds a column to every client, which is removed afterwards. */
export async function migrating({ settings, owner, size }: Installation): Promise<Line> {
  const name = '9999-bench';
  const sql = (schema: string) => `ALTER TABLE ${schema}.products ADD COLUMN bench text;`;
  const { name: latest = '' } = THIS_RELEASE.client.at(-1) ?? {};
  const release = { ...THIS_RELEASE, client: [...THIS_RELEASE.client, { name, sql }] };
  const [seconds] = await timed(async () => await migrate(settings, appPassword(settings, SECRET), release));
  const { rows } = await owner.query<{ schema: string }>(
    "SELECT schema_name AS schema FROM core.clients UNION ALL SELECT unnest(ARRAY['client_template', 'all_clients'])",
  );
  for (const { schema } of rows)
    await owner.query(`ALTER TABLE ${quoted(schema)}.products DROP COLUMN bench`);
  await owner.query('UPDATE core.clients SET version = $1', [latest]);
  await owner.query("DELETE FROM core.migrations WHERE name LIKE '%' || $1", [name]);
  return line(`migration of ${size} clients, a column`, seconds * 1000, MIGRATION_GOAL);
}

export async function remaking({ database, size }: Installation): Promise<Line> {
  const [seconds] = await timed(async () => await database.remakeMirror());
  return {
    ...line(`the mirror of ${size} clients made anew`, seconds * 1000, 0),
    goal: '',
    passes: undefined,
  };
}

const line = (what: string, value: number, goal: number, unit = 'ms'): Line => ({
  figure: '12',
  what,
  lms: `${number(value)} ${unit}`,
  other: `load ${number(loadavg()[0] ?? 0)}`,
  result: `${number(value)} ${unit}`,
  goal: `≤ ${goal.toLocaleString('en')} ${unit}`,
  passes: value > 0 && value <= goal,
});
