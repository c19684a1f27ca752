import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { EVENT_STREAM } from '#shared/protocol/events.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { openDatabase } from '#server/db/database.ts';
import { sessionOf } from '../bench.ts';
import { fillClients, managerOf } from '../clients-data.ts';
import { SECRET } from '../dataset.ts';
import { quantile } from '../load.ts';
import type { Options } from '../options.ts';
import { withOwnDatabase } from '../own-database.ts';
import { number } from '../report.ts';
import type { Line } from '../report.ts';
import { startServer } from '../servers/child.ts';

const CLIENTS = 100;
/** Streams of each client's manager: 1,000 in all. */
const STREAMS_EACH = 10;
const CALLS = 300;
const GOAL = 700;
const AGENT = '+919811100001';
const KEY = 'bench-source-secret';

/**
 * Figure 25: milliseconds from a telephone system's event of a ringing call until the stream of its agent has it, while a
 * thousand streams are open.
 */
export async function measurePhoneCalls({ dataDir }: Options): Promise<Line[]> {
  const folder = `${dataDir}-phone-calls`;
  return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
    const database = await openDatabase(owner, SECRET);
    const client = new pg.Client(owner);
    await client.connect();
    await fillClients(database, client, CLIENTS, 100);
    const sources = await addSources(client);
    await client.end();
    await database.close();
    const lms = await startServer('lms.ts', { settings: owner, dataDir: folder });
    atEnd(async () => await lms.stop());
    const waiting = new Map<string, (at: number) => void>();
    const stop = new AbortController();
    atEnd(() => stop.abort());
    for (let one = 1; one <= CLIENTS; one += 1) {
      const { accessToken: token } = await sessionOf(lms.url, managerOf(one));
      for (let stream = 0; stream < STREAMS_EACH; stream += 1)
        await listen(lms.url, token, stop.signal, (event) => {
          if (event.type === 'phone_call' && event.number) waiting.get(event.number)?.(performance.now());
        });
    }
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const from = `+9198${String(45_000_000 + call)}`;
      const source = sources[call % sources.length] ?? '';
      const heard = new Promise<number>((resolve) => {
        waiting.set(from, resolve);
      });
      const since = performance.now();
      const body = JSON.stringify({
        call_id: randomUUID(),
        from,
        agent_number: AGENT,
        event: 'ringing',
        direction: 'in',
      });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${lms.url}/api/public/sources/${source}/${KEY}`, { method: 'POST', headers, body });
      times.push((await heard) - since);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)];
    return [
      {
        figure: '25',
        what: 'a ringing call on its agent’s stream, 1,000 streams open',
        lms: `${number(p50)}/${number(p95)} ms`,
        other: '',
        result: `${number(p95)} ms (p95)`,
        goal: `≤ ${GOAL} ms`,
        passes: p95 <= GOAL,
      },
    ];
  });
}

/** A telephone system for each client, and a number for its manager; returns the sources. */
async function addSources(client: pg.Client): Promise<string[]> {
  const hash = createHash('sha256').update(KEY).digest();
  await client.query(`UPDATE core.users SET agent_number = $1 WHERE email LIKE 'person1.client%'`, [AGENT]);
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO core.sources (id, client_id, kind, name, secret_hash)
      SELECT gen_random_uuid(), id, 'telephony', 'Telephone', $1 FROM core.clients RETURNING id`,
    [hash],
  );
  return rows.map(({ id }) => id);
}

/** Opens a stream, and hands over its events. */
async function listen(
  url: string,
  token: string,
  signal: AbortSignal,
  hear: (event: LiveEvent) => void,
): Promise<void> {
  const headers = { accept: EVENT_STREAM, authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/events`, { headers, signal });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const line of part.value.split('\n\n'))
        if (line.startsWith('data: ')) hear(JSON.parse(line.slice('data: '.length)) as LiveEvent);
  };
  void read().catch(() => undefined);
}
