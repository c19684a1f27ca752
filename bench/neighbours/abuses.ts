import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_STREAM } from '#shared/protocol/events.ts';
import { leadFile } from '../lead-file.ts';

/** The users of one client who abuse the server, and the server's address. */
export type Abuser = {
  port: number;
  clientId: string;
  superadmin: string;
  admin: string;
  reps: string[];
};
type Abuse = (abuser: Abuser, signal: AbortSignal) => Promise<unknown>;

/** Addresses different from those of the well-behaved callers, so that limits by address tell them apart. */
const ADDRESS = '127.0.0.2';

/** The server's responses to the abuser, by status; cleared by each report. */
const answers = new Map<number, number>();
export function takeAnswers(): [status: number, count: number][] {
  const taken = [...answers].toSorted(([one], [other]) => one - other);
  answers.clear();
  return taken;
}

function send(
  { port }: Abuser,
  { token, ...options }: RequestOptions & { token?: string | undefined },
  signal: AbortSignal,
): ClientRequest {
  const headers = { ...options.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const call = request({ host: '127.0.0.1', localAddress: ADDRESS, port, ...options, headers, signal });
  // The server may react to such a call in any way.
  call.on('error', () => {});
  call.on('response', ({ statusCode = 0 }) => answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1));
  return call;
}

/** Sends a call and reads its response to the end. */
async function callOnce(
  abuser: Abuser,
  options: RequestOptions & { token?: string | undefined },
  signal: AbortSignal,
  body?: Buffer,
): Promise<void> {
  const call = send(abuser, options, signal);
  call.end(body);
  await once(call, 'response').then(
    async ([response]) => void (await once((response as IncomingMessage).resume(), 'close')),
    () => {},
  );
}

/** Repeats work with the given concurrency and pause in milliseconds. */
async function repeat(
  many: number,
  signal: AbortSignal,
  work: (turn: number) => Promise<void>,
  between = 50,
): Promise<void> {
  const worker = async (turn: number) => {
    while (!signal.aborted) {
      await work(turn);
      // Refusals return at once, and limiting a flood of them is up to the network in front.
      await pause(between);
    }
  };
  await Promise.all(Array.from({ length: many }, async (_, turn) => await worker(turn)));
}

/**
 * Opens a number of responses and reads next to nothing of them; one that the server cuts off is opened
 * again.
 */
async function readSlowly(
  abuser: Abuser,
  many: number,
  path: string,
  accept: string,
  signal: AbortSignal,
): Promise<void> {
  await repeat(many, signal, async (turn) => {
    const token = abuser.reps[turn % abuser.reps.length];
    const call = send(abuser, { path, token, headers: { accept } }, signal);
    call.end();
    const response = await once(call, 'response').then(
      ([answer]) => answer as IncomingMessage,
      () => undefined,
    );
    if (!response) return;
    const closed = once(response, 'close').catch(() => {});
    response.on('error', () => {});
    if (response.statusCode !== 200) response.resume();
    while (!signal.aborted && !response.destroyed && !response.readableEnded) {
      response.read(1);
      await Promise.race([pause(1000), closed]);
    }
    response.destroy();
  });
}

const json = { 'content-type': 'application/json' };
const BOUNDARY = 'lms-bench-boundary';

/** A form with one file. */
function upload(file: Buffer): { headers: Record<string, string>; body: Buffer } {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="leads.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body };
}

/** Milliseconds that 10 MB take to arrive. */
const BETWEEN_FILES = 80;

async function sendFiles(abuser: Abuser, many: number, path: string, signal: AbortSignal): Promise<void> {
  const { headers, body } = upload(leadFile(100_000).file);
  const sendFile = async (turn: number) => {
    const token = abuser.reps[turn % abuser.reps.length];
    await callOnce(abuser, { method: 'POST', path, token, headers }, signal, body);
  };
  // At most what a line of one gigabit per second carries.
  await repeat(many, signal, sendFile, many * BETWEEN_FILES);
}

/** Rows with a different set of keys each, and as many ordinary rows as the limit allows, in turn. */
async function sendJson(abuser: Abuser, signal: AbortSignal): Promise<void> {
  const odd = Array.from({ length: 6000 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 10 }, (_each, key) => [`k${row}_${key}`, 1])),
  );
  const plain = Array.from({ length: 10_000 }, (_, row) => ({
    name: `Asha ${row}`,
    email: `asha.${row}@example.com`,
    notes: 'Wants a quotation. '.repeat(45),
  }));
  const bodies = [odd, plain].map((leads) => Buffer.from(JSON.stringify({ leads })));
  await repeat(4, signal, async (turn) => {
    const token = abuser.reps[turn % abuser.reps.length];
    await callOnce(
      abuser,
      { method: 'POST', path: '/api/leads/import', token, headers: json },
      signal,
      bodies[turn % 2],
    );
  });
}

let counter = 0;
const next = () => {
  counter += 1;
  return counter;
};

/** Sends the head and half of a body, then a byte a second. */
async function halfBodies(abuser: Abuser, signal: AbortSignal): Promise<void> {
  await repeat(300, signal, async () => {
    const headers = { ...json, 'content-length': '100000' };
    const call = send(abuser, { method: 'POST', path: '/api/auth/login', headers }, signal);
    const closed = once(call, 'close').catch(() => {});
    call.on('response', (response) => response.resume());
    call.write('{"email":"');
    while (!signal.aborted && !call.destroyed) {
      call.write('a');
      await Promise.race([pause(1000), closed]);
    }
    call.destroy();
  });
}

/** Reads the largest possible configuration of a client, as all users at once. */
async function readConfiguration(abuser: Abuser, signal: AbortSignal): Promise<void> {
  const path = `/api/configurations/${abuser.clientId}/lead_config/fields`;
  const options = Array.from({ length: 500 }, (_, one) => ({
    value: `${one} `.padEnd(80, 'v'),
    label: `${one} `.padEnd(80, 'l'),
  }));
  for (let field = 0; field < 10; field += 1) {
    const body = {
      title: `List ${next()}`,
      type: 'select',
      showTable: true,
      showForm: true,
      required: false,
      options,
    };
    await callOnce(
      abuser,
      { method: 'POST', path, token: abuser.admin, headers: json },
      signal,
      Buffer.from(JSON.stringify(body)),
    );
  }
  await repeat(30, signal, async (turn) => {
    const token = abuser.reps[turn % abuser.reps.length];
    await callOnce(abuser, { path: `/api/configurations/tenant/${abuser.clientId}`, token }, signal);
  });
}

/** Changes every lead of the client back and forth, as users with the right to, two at a time. */
async function changeAll(abuser: Abuser, signal: AbortSignal): Promise<void> {
  await repeat(2, signal, async () => {
    const score = next() % 100;
    const body = {
      matching: { client_id: abuser.clientId },
      updates: { lead_score: score },
    };
    const options = {
      method: 'POST',
      path: '/api/leads/bulk-update',
      token: abuser.superadmin,
      headers: json,
    };
    await callOnce(abuser, options, signal, Buffer.from(JSON.stringify(body)));
  });
}

/** The abuses by one client, or a stranger; each continues until the signal. */
export const ABUSES = {
  'lists that nobody reads': (abuser, signal) =>
    readSlowly(abuser, 20, '/api/leads', 'application/json', signal),
  'exports read a byte a second': (abuser, signal) =>
    readSlowly(abuser, 20, '/api/leads/export?format=csv', '*/*', signal),
  'events that nobody reads': (abuser, signal) => readSlowly(abuser, 60, '/api/events', EVENT_STREAM, signal),
  'JSON imports at their limits': sendJson,
  'file imports of 10 MB': (abuser, signal) => sendFiles(abuser, 4, '/api/leads/import', signal),
  'previews of 10 MB': (abuser, signal) => sendFiles(abuser, 8, '/api/leads/import/preview', signal),
  'bulk changes of 100,000 leads': changeAll,
  'searches that find nothing': (abuser, signal) =>
    repeat(16, signal, async (turn) => {
      const token = abuser.reps[turn % abuser.reps.length];
      await callOnce(abuser, { path: `/api/leads?page=1&search=zq${next()}xw`, token }, signal);
    }),
  '40 wrong passwords a second': (abuser, signal) =>
    repeat(1, signal, async () => {
      for (let one = 0; one < 3; one += 1) {
        const typed = { email: `rep${next() % 50}@abuser.example`, password: 'wrong-password' };
        const options = { method: 'POST', path: '/api/auth/login', headers: json };
        void callOnce(abuser, options, signal, Buffer.from(JSON.stringify(typed)));
      }
      await pause(25);
    }),
  'invented tokens': (abuser, signal) =>
    repeat(32, signal, async () => {
      const token = `lat_${String(next()).padStart(65, 'A')}`;
      await callOnce(abuser, { path: '/api/leads?page=1', token }, signal);
    }),
  'bodies that never end': halfBodies,
  'reads of the largest configuration': readConfiguration,
  '200 event streams': (abuser, signal) =>
    repeat(
      200,
      signal,
      async (turn) => {
        const token = abuser.reps[turn % abuser.reps.length];
        await callOnce(abuser, { path: '/api/events', token, headers: { accept: EVENT_STREAM } }, signal);
      },
      500,
    ),
} satisfies Record<string, Abuse>;
