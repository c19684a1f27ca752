import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { sessionOf } from '../../bench.ts';
import { cpuMeter } from '../../cpu.ts';
import { SECRET } from '../../dataset.ts';
import { fillClient, repsOf } from '../../filled-client.ts';
import { megabytesOf } from '../../measure.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import { startServer } from '../../servers/child.ts';
import type { RunningServer } from '../../servers/child.ts';
import { nextAct, requestsOfAct } from '../../workday/acts.ts';
import type { Act } from '../../workday/acts.ts';
import { list, nextCall } from '../../workday/calls.ts';
import type { Rep } from '../../workday/calls.ts';
import { openStreams, sendActs } from '../../workday/load.ts';
import type { Answered } from '../../workday/load.ts';

const CLIENTS = 20;
const LEADS = 5000;
const REPS = 50;
const PASSWORD = 'bench-people-password';
/** Leads of a client that its users open and change. */
const KNOWN = 200;
/**
 * Calls a second by all users together; and the first rate, with its growth factor, in the search for the
 * server's limit.
 */
const RATE = 250;
const FIRST_RATE = 100;
const GROWTH = 1.25;
/** Acts a second in the first round, and the growth wanted since pages made their requests again and again. */
const FIRST_ACTS = 15;
const TIMES = 4;
/** The acts are measured on so many processes beside one database. */
const PROCESSES = [1, 2, 4];
const P99 = 40;
const END = 1500;
const MEGABYTES = 350;
const LOOP = 50;
/**
 * The server is at its limit when it serves less than this share of the calls, or one call in a hundred takes
 * a second.
 */
const LEAST_SHARE = 0.95;
const LONGEST = 1000;

/**
 * Figure 19: the day of 1,000 sales reps of twenty clients on one process, each with a live stream open: the
 * initial burst, in which all open their list; the day; the rate at which the server reaches its limit; and the
 * acts that one, two and four processes hold. Server, database and callers share the machine.
 */
export async function measureWorkday({ dataDir, seconds }: Options): Promise<Line[]> {
  const folder = `${dataDir}-workday`;
  return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
    const teams = await fillClients(owner);
    const start = async () => {
      const lms = await startServer('lms.ts', { settings: owner, dataDir: folder });
      atEnd(lms.stop);
      return lms;
    };
    const lms = await start();
    const reps = await signInAll(lms.url, teams);
    const lines = [...(await theDay(lms, reps, seconds)), ...(await priceOfActs(lms, folder, reps, seconds))];
    const urls = [lms.url];
    for (const processes of PROCESSES) {
      while (urls.length < processes) urls.push((await start()).url);
      lines.push(...(await theActs(urls, reps, seconds)));
    }
    return lines;
  });
}

/** The email addresses, some leads and open follow-ups of each client. */
type Team = Omit<Rep, 'token'> & { emails: string[] };

async function fillClients(settings: pg.ClientConfig): Promise<Team[]> {
  const database = await openDatabase(settings, SECRET);
  const owner = new pg.Client(settings);
  await owner.connect();
  const teams: Team[] = [];
  for (let place = 1; place <= CLIENTS; place += 1) {
    const client = { name: `client${place}`, leads: LEADS, reps: REPS, password: PASSWORD };
    await fillClient(database, settings, client);
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM ${client.name}.leads WHERE deleted_at IS NULL LIMIT ${KNOWN}`,
    );
    const leads = rows.map(({ id }) => id);
    const planned = await owner.query<{ id: string }>(
      `INSERT INTO ${client.name}.reminders (id, lead_id, user_id, title, reminder_date)
       SELECT gen_random_uuid(), id, assigned_to, 'Call again', now() + interval '1 day'
       FROM ${client.name}.leads WHERE id = ANY ($1) RETURNING id`,
      [leads],
    );
    teams.push({ emails: repsOf(client), leads, followUps: planned.rows.map(({ id }) => id) });
  }
  await database.remakeMirror();
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
  await owner.end();
  await database.close();
  return teams;
}

async function signInAll(url: string, teams: readonly Team[]): Promise<Rep[]> {
  const signIn = async (email = '') => (await sessionOf(url, { email, password: PASSWORD })).accessToken;
  const reps: Rep[] = [];
  // Users of all clients, interleaved as real calls are.
  for (let rep = 0; rep < REPS; rep += 1)
    reps.push(
      ...(await Promise.all(
        teams.map(async ({ emails, ...known }) => ({ token: await signIn(emails[rep]), ...known })),
      )),
    );
  return reps;
}

async function theDay(lms: RunningServer, reps: readonly Rep[], seconds: number): Promise<Line[]> {
  const port = Number(new URL(lms.url).port);
  const send = async (next: (rep: Rep) => Act, rate: number, length: number) =>
    await sendActs([port], reps, next, { rate, seconds: length });
  const close = await openStreams(port, reps);
  try {
    await lms.loopDelay();
    const burst = await send(() => [list()], RATE, reps.length / RATE);
    const day = await send((rep) => [nextCall(rep)], RATE, seconds * 10);
    const held = megabytesOf(lms.pid);
    const delay = await lms.loopDelay();
    const end = await findEnd(
      async (rate) => await send((rep) => [nextCall(rep)], rate, seconds * 2),
      FIRST_RATE,
    );
    return [
      paced(`first burst: ${reps.length} people open their list`, burst),
      paced(`the day of ${reps.length} people of ${CLIENTS} clients`, day),
      noted('memory of the server', `${number(held)} MB`, `≤ ${MEGABYTES} MB`, held <= MEGABYTES),
      noted('event loop, p99.9 of its delay', `${number(delay)} ms`, `≤ ${LOOP} ms`, delay <= LOOP),
      noted('the end of one process', text(end), `≥ ${END}/s`, end.rate >= END),
    ];
  } finally {
    close();
  }
}

/**
 * Processor time of the server and its database for an act, with the requests that the page makes and with those
 * that it made before, at a rate far below the limit of both.
 */
async function priceOfActs(
  lms: RunningServer,
  folder: string,
  reps: readonly Rep[],
  seconds: number,
): Promise<Line[]> {
  const port = Number(new URL(lms.url).port);
  const cpu = cpuMeter(folder);
  const close = await openStreams(port, reps);
  const price = async (as: 'now' | 'before') => {
    const since = cpu(lms.pid) ?? NaN;
    const length = seconds * 5;
    await sendActs([port], reps, (rep) => nextAct(rep, as), { rate: FIRST_ACTS, seconds: length });
    return ((cpu(lms.pid) ?? NaN) - since) / (FIRST_ACTS * length);
  };
  try {
    const [before, now] = [await price('before'), await price('now')];
    if (Number.isNaN(now)) return [];
    return [
      {
        ...noted('processor time of an act', `${number(now)} ms`, '', true),
        other: `${number(before)} ms before`,
        result: `${number(before / now)} ×`,
      },
    ];
  } finally {
    close();
  }
}

/**
 * Acts a second at the end of these processes, with the requests that the page makes for each, beside those
 * that it made before.
 */
async function theActs(urls: readonly string[], reps: readonly Rep[], seconds: number): Promise<Line[]> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const close = await openStreams(ports[0] ?? 0, reps);
  const endOf = async (as: 'now' | 'before') =>
    await findEnd(
      async (rate) => await sendActs(ports, reps, (rep) => nextAct(rep, as), { rate, seconds: seconds * 2 }),
      FIRST_ACTS,
    );
  try {
    const [before, now] = [await endOf('before'), await endOf('now')];
    const [rep] = reps;
    const requests = (as: 'now' | 'before') => (rep ? number(requestsOfAct(rep, as)) : '');
    const times = before.rate > 0 ? now.rate / before.rate : 0;
    return [
      {
        ...noted(
          `acts at the end of ${urls.length === 1 ? 'one process' : `${urls.length} processes`}`,
          text(now),
          `≥ ${TIMES} ×`,
          times >= TIMES,
        ),
        other: `${text(before)} before`,
        result: `${number(times)} ×; ${requests('now')} requests an act, ${requests('before')} before`,
      },
    ];
  } finally {
    close();
  }
}

/** The fastest round that the server kept up with, before two in a row that it did not. */
async function findEnd(round: (rate: number) => Promise<Answered>, first: number): Promise<Answered> {
  let best: Answered = { rate: 0, p50: 0, p99: 0, refused: new Map() };
  for (let rate = first, misses = 0; misses < 2; rate = Math.round(rate * GROWTH)) {
    const answered = await round(rate);
    const keepsUp =
      answered.refused.size === 0 && answered.rate >= rate * LEAST_SHARE && answered.p99 <= LONGEST;
    if (keepsUp) best = answered;
    misses = keepsUp ? 0 : misses + 1;
  }
  return best;
}

const text = ({ rate, p50, p99 }: Answered) => `${number(rate)}/s, ${number(p50)} ms, p99 ${number(p99)} ms`;

function paced(what: string, answered: Answered): Line {
  const refused = [...answered.refused].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return {
    ...noted(what, text(answered), `p99 ≤ ${P99} ms`, answered.p99 <= P99 && refused.length === 0),
    result: refused.join(', ') || 'all answered',
  };
}

const noted = (what: string, lms: string, goal: string, passes: boolean): Line => ({
  figure: '19',
  what,
  lms,
  other: '',
  result: '',
  goal,
  passes,
});
