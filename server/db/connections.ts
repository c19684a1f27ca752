import pg from 'pg';
import { ConnectionQueue } from '#server/db/connection-queue.ts';
import type { Familiarity } from '#server/db/connection-queue.ts';
import { STATEMENTS, requestSettings } from '#server/db/request-settings.ts';
import type { StatementLimits } from '#server/db/request-settings.ts';
import { openCursor } from '#server/db/open-cursor.ts';
import { endClient } from '#server/db/own-connection.ts';

const { Client, types } = pg;

// Counts and money fit a double exactly at the sizes the schema allows; dates stay the text they are.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, (value) => value);

export type ConnectionSettings = pg.ClientConfig;

/** Every table a backend has touched stays in its memory: a connection is retired after so many clients. */
const MAX_ROLES = 200;
const MAX_PREPARED = 750;

/**
 * `perRole`: of the connections, the most that may act as one client at a time; `wait`: for a free connection, and
 * for a new one to be made; `age`: until a connection is replaced. Milliseconds.
 */
export type PoolLimits = { connections: number; perRole: number; wait: number; age: number };
const LIMITS = { connections: 8, wait: 2000, age: 10 * 60_000 };
/** The share of all connections that one client may hold. */
const SHARE = 5 / 8;

/** Thrown where no connection became free, or the database cannot be reached: answered 503, never 401. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** One backend, and the role as which it acts now. */
export type RoleConnection = {
  readonly client: pg.Client;
  role: string | null;
  /** The role that the connection was asked for; undefined while nobody holds the connection. */
  holder: string | null | undefined;
  /** How often each role was taken: a connection holds the tables and the plans of the clients whose roles are here. */
  readonly roles: Map<string, number>;
  readonly prepared: Set<string>;
  readonly since: number;
  broken: boolean;
};

/** The text of a statement, without its values, and the milliseconds that it took. */
export type SlowStatement = { text: string; ms: number };

/** A request in the queue, exactly as long as it is neither served nor refused. */
type Waiter = {
  readonly role: string | null;
  readonly since: number;
  give: (connection: RoleConnection) => void;
  fail: (error: Error) => void;
};

/**
 * A pool that knows which database roles each connection has taken, so that the wall between clients costs no round
 * trip while the same client's requests follow each other, and a client's statements are planned on few connections.
 * The role is set outside transactions and survives them. A new connection belongs to nobody: when ready, the connection goes to the next in the queue or lies idle. One client
 * never holds all of them.
 */
export class RolePool {
  readonly #settings: ConnectionSettings;
  readonly #limits: PoolLimits;
  readonly #idle: RoleConnection[] = [];
  readonly #all = new Set<RoleConnection>();
  readonly #waiting: ConnectionQueue<Waiter>;
  /** Hears of every statement that took longer than `after` milliseconds. */
  slow: { after: number; tell: (statement: SlowStatement) => void } | undefined;
  #opening = 0;
  #closed = false;
  #coreChanges = 0;

  /** Milliseconds that PostgreSQL gives a statement. */
  readonly statementTimeout: number;

  constructor(
    login: ConnectionSettings,
    limits: Partial<PoolLimits> = {},
    statements: StatementLimits = STATEMENTS,
  ) {
    const { connections = LIMITS.connections } = limits;
    this.#settings = requestSettings(login, statements);
    this.statementTimeout = statements.statement;
    this.#limits = { ...LIMITS, perRole: Math.max(1, Math.floor(connections * SHARE)), ...limits };
    this.#waiting = new ConnectionQueue(this.#limits.perRole);
  }

  /**
   * How often this process has written to accounts, sessions or clients: rows that were read before the last write
   * may be stale.
   */
  get coreChanges(): number {
    return this.#coreChanges;
  }

  /** How many connections there are and may be, how many of them work, and how many requests wait for one. */
  get usage(): { open: number; most: number; inUse: number; waiting: number } {
    const open = this.#all.size;
    return {
      open,
      most: this.#limits.connections,
      inUse: open - this.#idle.length,
      waiting: this.#waiting.size,
    };
  }

  noteCoreChange(): void {
    this.#coreChanges += 1;
  }

  /** A connection that acts as `role` (null: the login role itself). Throws DatabaseUnavailable after two seconds. */
  async acquire(role: string | null): Promise<RoleConnection> {
    const connection = this.#takeIdle(role) ?? (await this.#wait(role));
    try {
      await takeRole(connection, role, this.#limits.wait);
      return connection;
    } catch (error) {
      connection.broken = true;
      this.release(connection);
      if (endsConnection(error))
        throw new DatabaseUnavailable('The connection to the database is lost.', { cause: error });
      throw error;
    }
  }

  /** Gives a connection back; a broken or worn-out one is closed instead. */
  release(connection: RoleConnection): void {
    if (connection.holder !== undefined) this.#waiting.noteGivenBack(connection.holder);
    connection.holder = undefined;
    const wornOut =
      connection.broken ||
      this.#closed ||
      Date.now() - connection.since > this.#limits.age ||
      connection.roles.size > MAX_ROLES ||
      connection.prepared.size > MAX_PREPARED;
    if (wornOut) {
      void this.#drop(connection);
      // A request whose role had its share may take a connection that lies idle now.
      const idle = this.#idle.pop();
      if (idle && !this.#closed) this.release(idle);
      return;
    }
    const next = this.#waiting.next(familiarityOf(connection));
    if (next) next.give(this.#held(connection, next.role));
    else this.#idle.push(connection);
  }

  #held(connection: RoleConnection, role: string | null): RoleConnection {
    connection.holder = role;
    this.#waiting.noteTaken(role);
    return connection;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.removeAll())
      waiter.fail(new DatabaseUnavailable('The server is stopping.'));
    await Promise.all(this.#idle.splice(0).map(async (connection) => await this.#drop(connection)));
  }

  #takeIdle(role: string | null): RoleConnection | undefined {
    if (this.#idle.length === 0 || !this.#waiting.mayHold(role)) return undefined;
    const known = this.#idle.map((connection) => familiarityOf(connection)(role));
    const [idle] = this.#idle.splice(known.lastIndexOf(Math.max(...known)), 1);
    return idle && this.#held(idle, role);
  }

  async #wait(role: string | null): Promise<RoleConnection> {
    if (this.#closed) throw new DatabaseUnavailable('The server is stopping.');
    const { promise, resolve, reject } = Promise.withResolvers<RoleConnection>();
    const waiter: Waiter = { role, since: performance.now(), give: resolve, fail: reject };
    const timer = setTimeout(() => {
      if (!this.#waiting.remove(waiter)) return;
      reject(new DatabaseUnavailable('The database is busy.'));
    }, this.#limits.wait);
    this.#waiting.add(waiter);
    this.#openForWaiting();
    return await promise.finally(() => clearTimeout(timer));
  }

  /**
   * Called whenever a place is free or a request has come: as many connections are on their way as requests wait for
   * one.
   */
  #openForWaiting(): void {
    while (
      !this.#closed &&
      this.#opening < this.#waiting.servable &&
      this.#all.size + this.#opening < this.#limits.connections
    )
      void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const since = performance.now();
    const client = new Client({ connectionTimeoutMillis: this.#limits.wait, ...this.#settings });
    const connection: RoleConnection = {
      client,
      role: null,
      holder: undefined,
      roles: new Map(),
      prepared: new Set(),
      since: Date.now(),
      broken: false,
    };
    client.on('error', () => this.#lost(connection));
    try {
      await client.connect();
    } catch (error) {
      this.#opening -= 1;
      void endClient(client);
      this.#refuseFirst(since, error);
      return;
    }
    this.#opening -= 1;
    this.#all.add(connection);
    this.release(connection);
  }

  /**
   * Refuses the requests that were waiting when a connect began that has failed; for later ones another connect
   * begins.
   */
  #refuseFirst(since: number, cause: unknown): void {
    const { first } = this.#waiting;
    if (first && first.since <= since) {
      this.#waiting.remove(first);
      first.fail(new DatabaseUnavailable('The database cannot be reached.', { cause }));
    }
    this.#openForWaiting();
  }

  /** The database has hung up: the place is free at once, whatever the holder still does with the dead connection. */
  #lost(connection: RoleConnection): void {
    connection.broken = true;
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#all.has(connection)) void this.#drop(connection);
  }

  async #drop(connection: RoleConnection): Promise<void> {
    this.#all.delete(connection);
    this.#openForWaiting();
    await endClient(connection.client);
  }
}

/**
 * A client's requests go where they went before, and those of a new client to the connection that serves the fewest: otherwise each
 * connection would plan the statements of every client.
 */
const familiarityOf =
  ({ role: own, roles }: RoleConnection): Familiarity =>
  (role) =>
    role === own ? Infinity : (role !== null && roles.get(role)) || -roles.size;

/** Sends `SET ROLE` only when another client's turn has come; null returns to the login role. */
async function takeRole(connection: RoleConnection, role: string | null, patience: number): Promise<void> {
  if (connection.role === role) return;
  const text = role === null ? 'RESET ROLE' : `SET ROLE ${pg.escapeIdentifier(role)}`;
  await ask(connection.client, { text }, patience);
  connection.role = role;
  if (role !== null) connection.roles.set(role, (connection.roles.get(role) ?? 0) + 1);
}

/**
 * Answers a statement's result; of one with the name of a `portal`, which is opened and not run, nothing. Throws DatabaseUnavailable
 * when there is no answer within so many milliseconds.
 */
export async function ask(
  client: pg.Client,
  { portal, ...statement }: pg.QueryConfig & { portal?: string },
  patience: number,
): Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>> {
  const limited = { ...statement, query_timeout: patience };
  try {
    if (portal === undefined) return await client.query(limited);
    await openCursor(client, { ...limited, portal });
    return { command: 'DECLARE', rowCount: null, rows: [] };
  } catch (error) {
    if (error instanceof Error && error.message === 'Query read timeout')
      throw new DatabaseUnavailable('The database has not answered.', { cause: error });
    throw error;
  }
}

/** Whether PostgreSQL ended the session with this error, or the connection itself failed (no SQLSTATE at all). */
export function endsConnection(error: unknown): boolean {
  const { severity } = error as { severity?: string };
  return severity === undefined || /^(?:FATAL|PANIC)$/.test(severity);
}
