import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RATES } from '#server/http/rates/rate-limits.ts';
import { databaseUrl } from '#test/database.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { endServer, send, signInOver, startServer } from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const PROCESSES = 4;
/** The embedded database has forty connections for all processes. */
const POOL = '4';
const PROXY_PORT = 4391;
const CADDYFILE = resolve(import.meta.dirname, '../../../deploy/Caddyfile');
/** Milliseconds within which all processes must agree. */
const TOGETHER = 1000;
/** Milliseconds between two tries: a user has 120 writes a minute. */
const EVERY = 50;
const REQUESTS = 200;
const FOLLOW_UPS = 20;
const ROWS = 2000;

/** The four processes, the proxy in front of them, a superadmin's token, and a client. */
type Group = { all: ServerProcess[]; proxy: ServerProcess; token: string; clientId: string };

/**
 * Figure 18: four processes on one database, run by Caddy with deploy/Caddyfile, agree within a second, and
 * two of them end while requests continue. Needs `caddy`.
 */
export async function measureProcesses({ dataDir }: Options): Promise<Line[]> {
  const folder = `${dataDir}-processes`;
  return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
    const settings = {
      DATABASE_URL: databaseUrl(owner),
      POOL_CONNECTIONS: POOL,
      TRUST_PROXY: '127.0.0.1,::1',
    };
    const all: ServerProcess[] = [];
    for (let started = 0; started < PROCESSES; started += 1) {
      const server = await startServer(folder, settings);
      atEnd(async () => await endServer(server, 'SIGTERM'));
      all.push(server);
    }
    const proxy = await startProxy(all, folder);
    atEnd(async () => await endServer(proxy, 'SIGTERM'));
    const token = await signInOver(proxy);
    const made = await send(proxy, 'POST', '/clients', token, { clientName: 'Four', schemaName: 'four' });
    const clientId = (made.data as { client: { id: string } }).client.id;
    const group = { all, proxy, token, clientId };
    return [
      agreed('fields', await fields(group)),
      agreed('ends of sessions', await sessions(group)),
      agreed('events', await events(group)),
      ...(await work(group)),
      agreed('requests beyond a rate are refused', await rates(group)),
      await endings(group),
    ];
  });
}

/** Starts Caddy as an operator does, except for TLS. */
async function startProxy(all: readonly ServerProcess[], folder: string): Promise<ServerProcess> {
  const home = join(folder, 'caddy');
  mkdirSync(home, { recursive: true });
  const file = join(home, 'Caddyfile');
  writeFileSync(file, `{\n  admin off\n}\nimport ${CADDYFILE}\n`);
  const address = `http://127.0.0.1:${PROXY_PORT}`;
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      LMS_HOST: address,
      LMS_PROCESSES: all.map((server) => new URL(server.address).host).join(' '),
    },
    stdio: 'ignore',
  });
  await once(child, 'spawn').catch(() => {
    throw new Error('Caddy is not there: apt install caddy, or put it on the PATH.');
  });
  const proxy = { child, address, dataDir: folder };
  for (const until = performance.now() + 20_000; performance.now() < until; await pause(50))
    if (
      await send(proxy, 'GET', '/health/ready').then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      return proxy;
  throw new Error('Caddy does not answer.');
}

const agreed = (what: string, ms: number): Line => ({
  figure: '18',
  what: `${PROCESSES} processes agree: ${what}`,
  lms: `${number(ms)} ms`,
  other: '',
  result: 'until the last one',
  goal: `≤ ${TOGETHER} ms`,
  passes: ms <= TOGETHER,
});

/** Milliseconds until the condition holds on the last of the other servers. */
async function untilAll(
  others: readonly ServerProcess[],
  isSo: (server: ServerProcess) => Promise<boolean>,
): Promise<number> {
  const since = performance.now();
  const times = others.map(async (server) => {
    while (!(await isSo(server))) {
      if (performance.now() - since > 20_000) throw new Error('A process does not agree.');
      await pause(EVERY);
    }
    return performance.now() - since;
  });
  return Math.max(...(await Promise.all(times)));
}

/**
 * Adds a field through one process and waits until every other one, with the old fields in its cache, accepts
 * a lead with it.
 */
async function fields({ all: [first, ...others], token, clientId }: Group): Promise<number> {
  const create = async (server: ServerProcess, more: object) =>
    (await send(server, 'POST', `/leads?clientId=${clientId}`, token, { name: 'Asha', ...more })).status;
  for (const server of others) await create(server, {});
  const body = { title: 'Seats', type: 'number', showTable: true, showForm: true, required: false };
  const path = `/configurations/${clientId}/lead_config/fields`;
  const { key } = (await send(first as ServerProcess, 'POST', path, token, body)).data as { key: string };
  const custom = { [key.slice('custom.'.length)]: 7 };
  return await untilAll(others, async (server) => (await create(server, { custom })) === 201);
}

/**
 * Ends a session through one process and waits until its token is dead on every other one, which has just
 * seen it alive.
 */
async function sessions({ all: [first, ...others] }: Group): Promise<number> {
  const token = await signInOver(first as ServerProcess);
  const status = async (server: ServerProcess) => (await send(server, 'GET', '/auth/me', token)).status;
  for (const server of others) if ((await status(server)) !== 200) throw new Error('A session is not known.');
  await send(first as ServerProcess, 'POST', '/auth/logout', token, {});
  return await untilAll(others, async (server) => (await status(server)) === 401);
}

/** Writes through the proxy and waits until a page on each process is notified. */
async function events({ all, proxy, token, clientId }: Group): Promise<number> {
  const streams = await Promise.all(all.map(async ({ address }) => await openStream(address, token)));
  await pause(200);
  const seen = streams.map((stream) => stream.events().length);
  await send(proxy, 'POST', `/products?clientId=${clientId}`, token, { name: 'Sofa' });
  const since = performance.now();
  await Promise.all(
    streams.map(
      async (stream, place) =>
        await stream.until(
          (event) => event.type === 'changed' && stream.events().indexOf(event) >= (seen[place] ?? 0),
        ),
    ),
  );
  const ms = performance.now() - since;
  for (const stream of streams) stream.close();
  return ms;
}

/**
 * Follow-ups due at the same time are notified once each, and imports of one client through all processes
 * take turns.
 */
async function work({ all, proxy, token, clientId }: Group): Promise<Line[]> {
  const me = ((await send(proxy, 'GET', '/auth/me', token)).data as { user: { id: string } }).user.id;
  const lead = (await send(proxy, 'POST', `/leads?clientId=${clientId}`, token, { name: 'Ravi' })).data as {
    id: string;
  };
  const reminder_date = new Date(Date.now() + 8000).toISOString();
  for (let made = 0; made < FOLLOW_UPS; made += 1) {
    const { status, message } = await send(proxy, 'POST', '/reminders', token, {
      lead_id: lead.id,
      user_id: me,
      title: `Call ${made}`,
      reminder_date,
    });
    if (status !== 201) throw new Error(`A follow-up was answered ${status}: ${message}`);
  }
  const imports = await Promise.all(
    all.slice(0, 2).map(async ({ address }, place) => {
      const lines = Array.from({ length: ROWS }, (_, row) => `Lead ${row},lead${place}.${row}@example.com`);
      const form = new FormData();
      form.set(
        'file',
        new Blob([`Name,Email\n${lines.join('\n')}\n`], { type: 'text/csv' }),
        `leads${place}.csv`,
      );
      const headers = { authorization: `Bearer ${token}` };
      const path = `${address}/api/leads/import?clientId=${clientId}`;
      const answer = (await (await fetch(path, { method: 'POST', headers, body: form })).json()) as {
        data?: { inserted: number };
      };
      return answer.data?.inserted ?? 0;
    }),
  );
  const told = async () => {
    const { data } = await send(proxy, 'GET', '/notifications?limit=100', token);
    return (data as { notifications: { kind: string }[] }).notifications.filter(({ kind }) => kind === 'due')
      .length;
  };
  for (const until = performance.now() + 30_000; (await told()) < FOLLOW_UPS && performance.now() < until;)
    await pause(500);
  await pause(2000);
  const times = await told();
  const inserted = imports.reduce((sum, each) => sum + each, 0);
  const line = (what: string, found: number, wanted: number): Line => ({
    figure: '18',
    what,
    lms: String(found),
    other: '',
    result: `of ${wanted}`,
    goal: `${wanted}`,
    passes: found === wanted,
  });
  return [
    line('follow-ups due at once, told', times, FOLLOW_UPS),
    line('rows of two imports through two processes', inserted, 2 * ROWS),
  ];
}

/**
 * Sends requests through all processes in turn, from the first one over the rate until all processes refuse.
 */
async function rates({ all }: Group): Promise<number> {
  for (let sent = 0; sent < RATES.reads.most; sent += 1)
    await send(all[sent % all.length] as ServerProcess, 'GET', '/health');
  return await untilAll(all, async (server) => (await send(server, 'GET', '/health')).status === 429);
}

/** Reads and writes continue through the proxy while one process is stopped and another one killed. */
async function endings({ all, proxy, token, clientId }: Group): Promise<Line> {
  const headers = { authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < REQUESTS) {
      next += 1;
      if (next === REQUESTS / 4) void endServer(all[1] as ServerProcess, 'SIGTERM');
      if (next === REQUESTS / 2) void endServer(all[2] as ServerProcess, 'SIGKILL');
      const { status } = await fetch(`${proxy.address}/api/leads?page=1&limit=12&client_id=${clientId}`, {
        headers,
      });
      statuses.push(status);
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  const answered = statuses.filter((status) => status === 200).length;
  return {
    figure: '18',
    what: 'requests through Caddy while one of four is stopped and one killed',
    lms: `${answered} answered`,
    other: '',
    result: `of ${statuses.length}${[...new Set(statuses)].map((status) => ` ${status}`).join(',')}`,
    goal: `${REQUESTS}`,
    passes: answered === REQUESTS,
  };
}
