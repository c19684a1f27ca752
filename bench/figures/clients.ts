import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { appPassword } from '#server/db/installation.ts';
import { migrate } from '#server/db/migrate.ts';
import { THIS_RELEASE } from '#server/db/releases.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { openDataFolder } from '#server/embedded/folders.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { removeClient } from '#server/features/clients/client-removal.queries.ts';
import { OPERATOR, WRITERS, fillClients, managerOf } from '../clients-data.ts';
import { SECRET } from '../dataset.ts';
import { RARE_SURNAME } from '../lead-rows.ts';
import { median } from '../load.ts';
import { timed } from '../measure.ts';
import type { Options } from '../options.ts';
import { number } from '../report.ts';
import type { Line } from '../report.ts';
import { startServer } from '../servers/child.ts';
import type { RunningServer } from '../servers/child.ts';

/** Numbers of clients; the last two show the growth. */
const SIZES = [10, 50];
const GROWTH = 1.3;
/** The first answer after a start may take so many times a goal. */
const COLD = 10;
/** Calls of a question, one after the other. */
const TIMES = 30;
/** Milliseconds. */
const CREATE_GOAL = 150;
const LAG_GOAL = 1000;
const MIGRATION_GOAL = 60_000;
const CONNECTION_GOAL_MB = 150;
const WRITES = { perSecond: 200, seconds: 15 };

type Question = { what: string; path: string; goal: number };
type Asked = { goal: number; warm: number; cold: number };

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** Figure 12: a user of all clients, with 10, 100 and 1,000 clients of a thousand leads each. */
export async function measureClients({ dataDir }: Options): Promise<Line[]> {
  const folder = `${dataDir}-clients`;
  const bySize = new Map<number, Map<string, Asked>>();
  const lines: Line[] = [];
  // A folder of an interrupted run has other clients than the first size.
  rmSync(folder, { recursive: true, force: true });
  const server = await startEmbeddedDatabase({ memory: 1024, dataDir: openDataFolder(folder), log: quiet });
  const owner = new pg.Client(server.owner);
  try {
    await owner.connect();
    const database = await openDatabase(server.owner, SECRET);
    try {
      for (const size of SIZES) {
        const [took] = await timed(async () => await fillClients(database, owner, size));
        process.stdout.write(`  ${size} clients filled in ${took.toFixed(0)} s\n`);
        const start = async () => await startServer('lms.ts', { settings: server.owner, dataDir: folder });
        bySize.set(size, await askAll(start, owner));
        lines.push(await creating(database, folder, size));
        if (size === SIZES.at(-1)) {
          lines.push(...(await underWrites(start, owner)));
          lines.push(await migrating(database, server.owner, size));
          lines.push(await remaking(database, size));
        }
      }
    } finally {
      await database.close();
    }
  } finally {
    await owner.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return [...questionLines(bySize), ...lines];
}

/** Every question, first at once after a start, then again and again. */
async function askAll(start: () => Promise<RunningServer>, owner: pg.Client): Promise<Map<string, Asked>> {
  const questions = await questionsOf(owner);
  const cold = new Map<string, number>();
  const warm = new Map<string, number>();
  for (const isCold of [true, false]) {
    const lms = await start();
    try {
      const ask = await signedIn(lms, OPERATOR);
      for (const { what, path } of questions) {
        const times = isCold ? 1 : TIMES;
        const took: number[] = [];
        for (let time = 0; time < times; time += 1)
          took.push((await timed(async () => await ask(path)))[0] * 1000);
        (isCold ? cold : warm).set(what, median(took));
      }
    } finally {
      await lms.stop();
    }
  }
  return new Map(
    questions.map(({ what, goal }) => [what, { goal, warm: warm.get(what) ?? 0, cold: cold.get(what) ?? 0 }]),
  );
}

async function questionsOf(owner: pg.Client): Promise<Question[]> {
  const { rows } = await owner.query<{ id: string; assigned_to: string; phone: string }>(
    `SELECT id, assigned_to, phone FROM bench_7.leads
     WHERE assigned_to IS NOT NULL AND deleted_at IS NULL ORDER BY created_at LIMIT 1`,
  );
  const { id = '', assigned_to: assignee = '', phone = '' } = rows[0] ?? {};
  const list = (what: string, query: string, goal = 15): Question => ({
    what,
    path: `/leads?page=1&limit=12${query}`,
    goal,
  });
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  return [
    list('newest 12 and total', ''),
    list('one status', '&status=contacted'),
    list('one source', '&source=referral'),
    list('status and source', '&status=contacted&source=referral'),
    list('one meaning', '&meaning=open'),
    list('one assignee', `&assigned_to=${assignee}`),
    list('interest level', '&interest_level=high'),
    list('archived', '&is_archived=true'),
    list('last 30 days', `&from_date=${from}`),
    list('no next step', '&no_next_step=true'),
    list('search, common', '&search=sharma', 60),
    list('search, rare', `&search=${RARE_SURNAME}`, 60),
    list('search, phone', `&search=${encodeURIComponent(phone)}`, 60),
    { what: 'reminders', path: '/reminders?page=1&limit=12', goal: 30 },
    { what: 'calls', path: '/call-logs?page=1&limit=12', goal: 30 },
    { what: 'products', path: '/products?page=1&limit=12', goal: 30 },
    { what: 'dashboard', path: '/dashboard/', goal: 60 },
    { what: 'a lead by its id', path: `/leads/${id}`, goal: 5 },
  ];
}

type Ask = (path: string, body?: object) => Promise<unknown>;

async function signedIn(lms: RunningServer, user: { email: string; password: string }): Promise<Ask> {
  const send = async (path: string, headers: Record<string, string>, body?: object): Promise<unknown> => {
    const response = await fetch(`${lms.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  const { accessToken } = (await send('/auth/login', {}, user)) as { accessToken: string };
  return async (path, body) => await send(path, { authorization: `Bearer ${accessToken}` }, body);
}

async function creating(database: Database, dataDir: string, size: number): Promise<Line> {
  const took: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const input = { clientName: 'Next', schemaName: `next_${time}` };
    const [seconds, id] = await timed(async () => await createClient(database, input));
    took.push(seconds * 1000);
    await removeClient(database, id, { dataDir });
  }
  return line(`creating client ${size + 1}`, median(took), CREATE_GOAL);
}

/** Writes of many clients at once: how late the mirror has them; and what connections hold that have served all. */
async function underWrites(start: () => Promise<RunningServer>, owner: pg.Client): Promise<Line[]> {
  const lms = await start();
  try {
    const managers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, at) => await signedIn(lms, managerOf(at + 1))),
    );
    const written = new Map<string, number>();
    const lags: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver || written.size > 0) {
        const { rows } = await owner.query<{ id: string }>(
          'SELECT id FROM all_clients.leads WHERE id = ANY($1::uuid[])',
          [[...written.keys()]],
        );
        for (const { id } of rows) {
          lags.push(performance.now() - (written.get(id) ?? 0));
          written.delete(id);
        }
        await sleep(5);
      }
    })();
    const writes: Promise<void>[] = [];
    const since = performance.now();
    for (let at = 0; at < WRITES.perSecond * WRITES.seconds; at += 1) {
      const due = since + (at * 1000) / WRITES.perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      const ask = managers[at % managers.length] ?? managers[0];
      if (!ask) break;
      const lead = { name: `Lag ${at}`, phone: `+91 97${String(at).padStart(8, '0')}` };
      writes.push(
        (async () => {
          const { id } = (await ask('/leads', lead)) as { id: string };
          written.set(id, performance.now());
        })(),
      );
    }
    await Promise.all(writes);
    isOver = true;
    await watching;
    lags.sort((one, other) => one - other);
    const p99 = lags[Math.floor(0.99 * (lags.length - 1))] ?? 0;
    const operator = await signedIn(lms, OPERATOR);
    for (const { path } of await questionsOf(owner)) await operator(path);
    return [
      line(
        `lag of the mirror, p99 of ${WRITES.perSecond} writes a second in ${WRITERS} clients`,
        p99,
        LAG_GOAL,
      ),
      await connectionLine(owner),
    ];
  } finally {
    await lms.stop();
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

/** A release with one more column of leads, which is taken back afterwards. */
async function migrating(database: Database, settings: pg.ClientConfig, size: number): Promise<Line> {
  const name = '9999-bench';
  const sql = (schema: string) => `ALTER TABLE ${schema}.products ADD COLUMN bench text;`;
  const release = { ...THIS_RELEASE, client: [...THIS_RELEASE.client, { name, sql }] };
  const password = appPassword(settings, SECRET);
  const [seconds] = await timed(async () => await migrate(settings, password, release));
  await database.remakeMirror();
  return line(`migration of ${size} clients, a column`, seconds * 1000, MIGRATION_GOAL);
}

async function remaking(database: Database, size: number): Promise<Line> {
  const [seconds] = await timed(async () => await database.remakeMirror());
  return {
    ...line(`the mirror of ${size} clients made anew`, seconds * 1000, 0),
    goal: '',
    passes: undefined,
  };
}

function questionLines(bySize: Map<number, Map<string, Asked>>): Line[] {
  const [small, most] = SIZES.slice(-2);
  const largest = bySize.get(most ?? 0) ?? new Map<string, Asked>();
  return [...largest].map(([what, { goal, warm, cold }]) => {
    const each = SIZES.map((size) => number(bySize.get(size)?.get(what)?.warm ?? 0)).join(' · ');
    const growth = warm / (bySize.get(small ?? 0)?.get(what)?.warm ?? warm);
    return {
      figure: '12',
      what,
      lms: `${each} ms`,
      other: '',
      result: `growth ${number(growth)} ×, first ${number(cold)} ms`,
      goal: `≤ ${goal} ms, ${GROWTH} ×, first ${goal * COLD}`,
      passes: warm <= goal && growth <= GROWTH && cold <= goal * COLD,
    };
  });
}

const line = (what: string, value: number, goal: number, unit = 'ms'): Line => ({
  figure: '12',
  what,
  lms: `${number(value)} ${unit}`,
  other: '',
  result: `${number(value)} ${unit}`,
  goal: `≤ ${goal.toLocaleString('en')} ${unit}`,
  passes: value <= goal,
});
