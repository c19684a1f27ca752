import { Agent, request } from 'node:http';

/** One side of a comparison: the server's address and the requests. */
export type Target = {
  url: string;
  headers?: Record<string, string>;
  requests: Request[];
  /** Prepares each round of this side. */
  before?: () => Promise<unknown>;
  /** The processor time (ms) that the server has used so far. */
  cpu?: () => number | undefined;
};
/** A path or body that is a function is evaluated for every request. */
export type Request = {
  path: string | (() => string);
  method?: 'GET' | 'POST' | 'PATCH';
  body?: () => string;
};

/**
 * Requests per second, latencies and processor time per request in milliseconds: of one round, or the median of
 * several.
 */
export type Speed = { rate: number; p50: number; p99: number; cpu: number };

/** Milliseconds after which a request counts as failed. */
const TIMEOUT = 20_000;

/** Sends the requests in turn on each connection for a time. Throws for an unsuccessful response. */
async function round(target: Target, connections: number, seconds: number): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const refused = new Map<number | string, number>();
  const before = target.cpu?.() ?? 0;
  const since = performance.now();
  const until = since + seconds * 1000;
  let last = since;
  const connection = async () => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const wanted = target.requests[turn % target.requests.length];
      if (!wanted) return;
      const began = performance.now();
      const status = await send(agent, target, wanted).catch((error: Error) => error.message);
      last = performance.now();
      if (typeof status === 'number' && status < 300) times.push(last - began);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  if (refused.size > 0 || times.length === 0) {
    const answers = [...refused].map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(`${target.url} failed: answers ${answers || 'none'}.`);
  }
  times.sort((one, other) => one - other);
  return {
    rate: times.length / ((last - since) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: ((target.cpu?.() ?? 0) - before) / times.length,
  };
}

/** Sends one request, reads its response to the end, and returns the status. */
async function send(agent: Agent, { url, headers }: Target, wanted: Request): Promise<number> {
  const { path, method = 'GET', body } = wanted;
  const text = body?.();
  return await new Promise((resolve, reject) => {
    const sent = request(
      new URL(typeof path === 'string' ? path : path(), url),
      {
        agent,
        method,
        timeout: TIMEOUT,
        headers: {
          ...headers,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      },
      (answer) =>
        answer
          .resume()
          .once('end', () => resolve(answer.statusCode ?? 0))
          .once('error', reject),
    );
    sent.once('timeout', () => sent.destroy(new Error('No answer came in time.')));
    sent.once('error', reject);
    sent.end(text);
  });
}

/** The percentile of sorted values for a share between 0 and 1. */
export const quantile = (sorted: number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

export const median = (values: number[]) =>
  quantile(
    [...values].toSorted((one, other) => one - other),
    0.5,
  );

export type Rounds = { connections: number; seconds: number; runs: number };

/**
 * Runs one warm-up for each side, then rounds in turn, so that other load on the machine affects all sides;
 * returns medians.
 */
export async function inTurn<Side extends string>(
  sides: Record<Side, Target>,
  { connections, seconds, runs }: Rounds,
): Promise<Record<Side, Speed>> {
  const entries = Object.entries(sides) as [Side, Target][];
  const speeds = new Map<Side, Speed[]>(entries.map(([side]) => [side, []]));
  for (let run = 0; run <= runs; run += 1) {
    for (const [side, target] of entries) {
      await target.before?.();
      const speed = await round(target, connections, run === 0 ? Math.ceil(seconds / 2) : seconds);
      if (run > 0) speeds.get(side)?.push(speed);
    }
  }
  const of = (side: Side, key: keyof Speed) => median(speeds.get(side)?.map((speed) => speed[key]) ?? []);
  const medians = (side: Side): Speed => ({
    rate: of(side, 'rate'),
    p50: of(side, 'p50'),
    p99: of(side, 'p99'),
    cpu: of(side, 'cpu'),
  });
  return Object.fromEntries(entries.map(([side]) => [side, medians(side)])) as Record<Side, Speed>;
}
