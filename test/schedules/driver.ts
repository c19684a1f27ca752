import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** One life of a server process, which ends when it is killed: its connections. */
export class Life {
  readonly clients = new Set<pg.Client>();
  isOver = false;

  /**
   * Ends it as the operating system does: its sockets close without a goodbye, and no line of its code has any
   * effect any more. A statement that PostgreSQL has received runs to its end. Waits until PostgreSQL has ended its
   * sessions.
   */
  async kill(watcher: pg.Client): Promise<void> {
    this.isOver = true;
    const pids = [...this.clients].map(pidOf);
    lives.run(this, () => {
      for (const client of this.clients) streamOf(client).destroy();
    });
    await untilGone(watcher, pids);
  }
}

/** The life of the simulated process that runs this code; undefined in the test itself. */
export const lives = new AsyncLocalStorage<Life>();
const lifeOf = new WeakMap<pg.Client, Life>();

/** A promise that never settles, for the code of a dead process. */
const never = async (): Promise<never> => await new Promise<never>(() => {});

/** Returns the result of the work, or never, if the process was killed meanwhile. */
export async function whileAlive<T>(life: Life, work: Promise<T>): Promise<T> {
  try {
    const value = await work;
    return life.isOver ? await never() : value;
  } catch (error) {
    if (life.isOver) return await never();
    throw error;
  }
}

/** Decides when a statement is sent; undefined for one that comes whenever it likes. */
type Hold = (
  client: pg.Client,
  config: pg.QueryConfig | string,
  send: () => Promise<unknown>,
) => Promise<unknown> | undefined;

type Query = (this: pg.Client, config: pg.QueryConfig, ...rest: unknown[]) => unknown;
type Connect = (this: pg.Client) => Promise<unknown>;

/** Passes every statement of the driver to `hold`, and gives connections a life. Returns a function that stops doing so. */
export function takeOverDriver(hold: Hold): () => void {
  const prototype = unchecked<{ query: Query; connect: Connect; end: Connect }>(pg.Client.prototype);
  const { query, connect, end } = prototype;
  prototype.connect = async function connectInLife(this: pg.Client) {
    const life = lives.getStore();
    if (!life) return await connect.call(this);
    if (life.isOver) return await never();
    lifeOf.set(this, life);
    life.clients.add(this);
    this.once('end', () => life.clients.delete(this));
    return await whileAlive(life, connect.call(this));
  };
  prototype.query = function queryInLife(this: pg.Client, config: pg.QueryConfig, ...rest: unknown[]) {
    const life = lifeOf.get(this);
    const isStream = 'submit' in Object(config);
    if (life?.isOver) return isStream ? config : never();
    if (isStream) return query.call(this, config, ...rest);
    const send = async () => await (query.call(this, config, ...rest) as Promise<unknown>);
    const answer = hold(this, config, send);
    if (!answer && !life) return query.call(this, config, ...rest);
    return life ? whileAlive(life, answer ?? send()) : answer;
  };
  prototype.end = async function endInLife(this: pg.Client) {
    return await (lifeOf.get(this)?.isOver ? never() : end.call(this));
  };
  return () => void Object.assign(prototype, { query, connect, end });
}

/** Ends a backend, and waits until its locks are gone. */
export async function breakOff(watcher: pg.Client, client: pg.Client): Promise<void> {
  await watcher.query('SELECT pg_terminate_backend($1)', [pidOf(client)]);
  await untilGone(watcher, [pidOf(client)]);
  await setImmediate();
}

async function untilGone(watcher: pg.Client, pids: readonly number[]): Promise<void> {
  const areThere = 'SELECT FROM pg_stat_activity WHERE pid = ANY($1::int[])';
  while ((await watcher.query(areThere, [pids])).rowCount !== 0) await setTimeout(1);
}

export const pidOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID;
const streamOf = (client: pg.Client) =>
  unchecked<{ connection: { stream: { destroy: () => void } } }>(client).connection.stream;
