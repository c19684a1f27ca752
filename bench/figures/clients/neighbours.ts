import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { sessionOf } from '../../bench.ts';
import { SECRET, addPerson } from '../../dataset.ts';
import { fillClient, repsOf } from '../../filled-client.ts';
import { median } from '../../load.ts';
import { megabytesOf } from '../../measure.ts';
import { ABUSES } from '../../neighbours/abuses.ts';
import type { Abuser } from '../../neighbours/abuses.ts';
import type { Order } from '../../neighbours/abuser.ts';
import { PROBES, watchNeighbours } from '../../neighbours/probes.ts';
import type { Neighbours, Seen } from '../../neighbours/probes.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import { startServer } from '../../servers/child.ts';

/**
 * The other client's p99 may grow to this multiple of its quiet value, or to this number of milliseconds,
 * whichever is more.
 */
const TIMES = 3;
const MILLISECONDS = 250;
/** The memory that the server may still hold, above the amount before, a minute after the last abuse. */
const MEGABYTES = 150;
const LEADS = { abuser: 100_000, quiet: 5000 };
const PEOPLE = 20;
const PASSWORD = 'bench-people-password';
/** Seconds for an abuse to get under way, and for the server to recover. */
const SETTLE = 2;

/**
 * Figure 16: two clients on one server with all its limits. One client's users continue to work while a user
 * of the other client, or a stranger, abuses the server in one way after the other.
 */
export async function measureNeighbours({ dataDir, runs, seconds }: Options): Promise<Line[]> {
  const folder = `${dataDir}-neighbours`;
  return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
    const database = await openDatabase(owner, SECRET);
    atEnd(async () => await database.close());
    const fill = async (name: keyof typeof LEADS) =>
      await fillClient(database, owner, { name, leads: LEADS[name], reps: PEOPLE, password: PASSWORD });
    const abuserClient = await fill('abuser');
    await fill('quiet');
    await addPerson(database, {
      clientId: null,
      role: 'superadmin',
      email: 'super@bench.example',
      password: PASSWORD,
    });
    const lms = await startServer('lms.ts', { settings: owner, dataDir: folder, isLimited: true });
    atEnd(lms.stop);
    const child = fork(new URL('../../neighbours/abuser.ts', import.meta.url));
    atEnd(() => child.disconnect());
    const port = Number(new URL(lms.url).port);
    return await eachAbuse({ child, port, pid: lms.pid, clientId: abuserClient, seconds: seconds * 5, runs });
  });
}

type Run = {
  child: ChildProcess;
  port: number;
  pid: number;
  clientId: string;
  seconds: number;
  runs: number;
};

async function eachAbuse({ child, port, pid, clientId, seconds, runs }: Run): Promise<Line[]> {
  const watch = async () => await watchNeighbours(await neighbours(port), seconds);
  await watch();
  const quiet: Seen[] = [];
  for (let run = 0; run < runs; run += 1) quiet.push(await watch());
  const base = megabytesOf(pid);
  const lines: Line[] = [];
  for (const abuse of Object.keys(ABUSES) as (keyof typeof ABUSES)[]) {
    const order: Order = { abuse, abuser: await abuser(port, clientId) };
    child.send(order);
    await pause(SETTLE * 1000);
    const seen = await watch();
    const held = megabytesOf(pid);
    child.send('stop' satisfies Order);
    const [answers] = (await once(child, 'message')) as [[status: number, count: number][]];
    await pause(SETTLE * 1000);
    const line = compare(abuse, seen, quiet, `${megabytes(held)}; abuser: ${listed(answers)}`);
    process.stdout.write(`  ${line.what}: ${line.lms} ${line.passes ? '' : `SHORT ${line.result}`}\n`);
    lines.push(line);
  }
  const after = await leastMemory(pid);
  return [
    ...lines,
    {
      figure: '16',
      what: 'memory of the server after all of it',
      lms: megabytes(after),
      other: `${megabytes(base)} before`,
      result: `${megabytes(after - base)} more`,
      goal: `≤ ${MEGABYTES} MB more`,
      passes: after - base <= MEGABYTES,
    },
  ];
}

const p99 = (sorted: number[]) => sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Infinity;

const megabytes = (count: number) => `${number(count)} MB`;
const listed = (answers: [status: number, count: number][]) =>
  answers.map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ') || 'no answer';

function compare(what: string, seen: Seen, quiet: Seen[], told: string): Line {
  const rows = PROBES.map((probe) => {
    const before = median(quiet.map((each) => p99(each[probe])));
    const most = Math.max(TIMES * before, MILLISECONDS);
    return { now: p99(seen[probe]), before, isShort: p99(seen[probe]) > most };
  });
  const refused = [...seen.refused];
  return {
    figure: '16',
    what,
    lms: `${rows.map(({ now }) => number(now)).join(' · ')} ms`,
    other: `${rows.map(({ before }) => number(before)).join(' · ')} ms`,
    result: `${refused.length > 0 ? `refused: ${listed(refused)}` : 'all answered'}; ${told}`,
    goal: `p99 of ${PROBES.join(' · ')} ≤ ${TIMES} × or ${MILLISECONDS} ms`,
    passes: refused.length === 0 && rows.every(({ isShort }) => !isShort),
  };
}

/** The server's lowest memory within the minute it has to free memory. */
async function leastMemory(pid: number): Promise<number> {
  let least = Infinity;
  for (let second = 0; second < 60; second += 1) {
    await pause(1000);
    least = Math.min(least, megabytesOf(pid));
  }
  return least;
}

const emailsOf = (name: string) => repsOf({ name, reps: PEOPLE });
const known = new Map<string, { token: string; at: number }>();

/** Tokens live a quarter of an hour, so users sign in again before each round. */
async function freshToken(port: number, email: string): Promise<string> {
  const before = known.get(email);
  if (before && Date.now() - before.at < 8 * 60_000) return before.token;
  const { accessToken: token } = await sessionOf(`http://127.0.0.1:${port}`, { email, password: PASSWORD });
  known.set(email, { token, at: Date.now() });
  return token;
}

async function tokensOf(port: number, emails: string[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const email of emails) tokens.push(await freshToken(port, email));
  return tokens;
}

async function neighbours(port: number): Promise<Neighbours> {
  const all = emailsOf('quiet');
  // An eleventh session ends the first, so the users who sign in repeatedly are not the ones at work.
  return { port, tokens: await tokensOf(port, all.slice(0, 12)), emails: all.slice(12), password: PASSWORD };
}

async function abuser(port: number, clientId: string): Promise<Abuser> {
  const [admin = '', superadmin = ''] = await tokensOf(port, ['admin@abuser.example', 'super@bench.example']);
  return { port, clientId, admin, superadmin, reps: await tokensOf(port, emailsOf('abuser')) };
}
