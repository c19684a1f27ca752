import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Registry } from 'prom-client';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { backupRehearsed, logBackedUp, processMetrics } from '#server/metrics.ts';

/** The address of the database and the installation secret, for the processes that serve requests. */
export type Handed = { owner: ConnectionSettings; secret: string };

type ToServing = { handed: Handed } | { leave: true } | { give: true } | { figures: string };
type Wish = { wants: 'handed' | 'figures' };
/** The figures of each of a process's registries, as prom-client aggregates them. */
type Given = { gives: object[] };

/** Milliseconds until a process that has ended is replaced. */
const PAUSE = 1000;
/** Milliseconds within which a process gives its figures. */
const GIVE_WITHIN = 5000;

/**
 * Starts processes that serve requests on one port (PROCESSES), and replaces those that end. Resolves to
 * their port when all of them listen. Throws if one ends before.
 */
export async function startProcesses(
  count: number,
  handed: Handed,
  log: Logger,
): Promise<{ port: number; stop: () => Promise<void> }> {
  processMetrics.setDefaultLabels({ process: 0 });
  const stopping = new AbortController();
  const begin = async (): Promise<number> => {
    const worker = cluster.fork();
    const say = (message: ToServing) => worker.isConnected() && worker.send(message);
    worker.on('message', ({ wants }: Partial<Wish>) => {
      if (wants === 'handed') say({ handed });
      if (wants === 'figures')
        void figuresTogether().then(
          (text) => say({ figures: text }),
          (error: unknown) => {
            log.error(error);
            say({ figures: '' });
          },
        );
    });
    const ended = once(worker, 'exit');
    const [address] = (await Promise.race([
      once(worker, 'listening'),
      ended.then(() => Promise.reject(new Error('A process ended before it could serve requests.'))),
    ])) as [{ port: number }];
    void ended.then(replace);
    return address.port;
  };
  const replace = async () => {
    while (!stopping.signal.aborted) {
      log.error('A process that served requests has ended; another one takes its place.');
      await wait(PAUSE);
      if (stopping.signal.aborted || (await begin().catch(() => undefined))) return;
    }
  };
  const stop = async () => {
    stopping.abort();
    await Promise.all(
      servingNow().map(async (worker) => {
        const ended = once(worker, 'exit');
        if (worker.isConnected()) worker.send({ leave: true } satisfies ToServing);
        await ended;
      }),
    );
  };
  try {
    const [port = 0] = await Promise.all(Array.from({ length: count }, begin));
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const servingNow = () => Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);

/** The figures of this process, which does the jobs, and of those that serve requests. */
async function figuresTogether(): Promise<string> {
  const given = await Promise.all(servingNow().map(figuresFrom));
  const own = await processMetrics.getMetricsAsJSON();
  return await AggregatorRegistry.aggregate([own, ...given.flat()]).metrics();
}

/** The figures of a process that serves requests; none when it ends, or is too busy to answer. */
async function figuresFrom(worker: Worker): Promise<object[]> {
  if (!worker.isConnected()) return [];
  const until = { signal: AbortSignal.timeout(GIVE_WITHIN), close: ['exit', 'disconnect'] };
  const messages = on(worker, 'message', until) as AsyncIterable<[Partial<Given>]>;
  worker.send({ give: true } satisfies ToServing);
  try {
    for await (const [{ gives }] of messages) if (gives) return gives;
  } catch {
    // Too late.
  }
  return [];
}

/** Whether this process only serves requests, started by `startProcesses`. */
export const isServing = cluster.isWorker;

/** Asks the first process where the database is. */
export async function askFirst(): Promise<Handed> {
  const answer = answerOf('handed');
  tellFirst({ wants: 'handed' });
  return await answer;
}

/** Calls `leave` when the first process says so, or has ended. */
export function leaveWithFirst(leave: () => void): void {
  process.on('disconnect', leave);
  process.on('message', (message: Partial<Record<'leave', true>>) => message.leave && leave());
}

/** Lets the first process collect the figures in these registries, which get this process's number as a label. */
export function shareFigures(registries: Registry[]): void {
  for (const registry of registries) registry.setDefaultLabels({ process: cluster.worker?.id ?? 1 });
  // The first process makes the backups: zeros of others would look like missing ones.
  for (const gauge of [logBackedUp, backupRehearsed]) gauge.remove();
  const give = (gives: object[]) => void process.send?.({ gives } satisfies Given);
  process.on('message', (message: Partial<Record<'give', true>>) => {
    if (message.give)
      Promise.all(registries.map(async (one) => await one.getMetricsAsJSON())).then(give, () => give([]));
  });
}

/** The figures of all processes in Prometheus' text format. */
export async function figuresOfAll(): Promise<string> {
  const answer = answerOf('figures');
  tellFirst({ wants: 'figures' });
  return await answer;
}

const tellFirst = (message: Wish) => void process.send?.(message);

/** The next message of the first process with this property. */
async function answerOf<K extends 'handed' | 'figures'>(
  name: K,
): Promise<Extract<ToServing, Record<K, unknown>>[K]> {
  return await new Promise((resolve) => {
    const listen = (message: Extract<ToServing, Record<K, unknown>>) => {
      if (!(name in message)) return;
      process.off('message', listen);
      resolve(message[name]);
    };
    process.on('message', listen);
  });
}
