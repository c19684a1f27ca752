import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable, endsConnection, sendAhead } from './ask.ts';
import { ConnectionQueue } from './connection-queue.ts';
import type { Familiarity } from './connection-queue.ts';
import { currentRequestArrived } from '#server/current-request.ts';
import { STATEMENTS, requestSettings } from './request-settings.ts';
import type { StatementLimits } from './request-settings.ts';
import { endClient } from './own-connection.ts';

const { Client, types } = pg;

// Doubles hold counts and money exactly at the sizes the schema allows; dates stay text.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, (value) => value);

export type ConnectionSettings = pg.ClientConfig;

/** A backend remembers every table it has touched, so a connection is replaced after this number of clients. */
const MAX_ROLES = 200;
const MAX_PREPARED = 750;
/** Milliseconds for which a request keeps its place in the queue from one statement to the next. */
const KEEPS_PLACE = 10_000;

/**
 * `perRole`: the most connections one client may use at a time; `wait`: for a free connection, and for a new one to open; `age`: until a
 * connection is replaced. Milliseconds.
 */
export type PoolLimits = { connections: number; perRole: number; wait: number; age: number };
const LIMITS = { connections: 8, wait: 2000, age: 10 * 60_000 };
/** The share of all connections that one client may hold. */
const SHARE = 5 / 8;

/** One backend, and the role it currently acts as. */
export type RoleConnection = {
  readonly client: pg.Client;
  readonly socket: Socket;
  role: string | null;
  /** Resolved once PostgreSQL has confirmed the role and the begin of a transaction, for which the next statement does not wait. */
  ready: Promise<void>;
  /** The role that the current holder requested; undefined while the connection is idle. */
  holder: string | null | undefined;
  /** How often each role has used this connection: its backend caches the tables and plans of these clients. */
  readonly roles: Map<string, number>;
  readonly prepared: Set<string>;
  readonly since: number;
  broken: boolean;
};

/** The text of a statement, without its values, and its duration in milliseconds. */
export type SlowStatement = { text: string; ms: number };

/** A request, present in the queue only until it is served or refused. */
type Waiter = {
  readonly role: string | null;
  readonly arrived: number;
  readonly since: number;
  give: (connection: RoleConnection) => void;
  fail: (error: Error) => void;
};

/**
 * A pool that remembers which database roles each connection has used. Consecutive requests of one client need no round trip for the wall
 * between clients, and a client's statements are planned on few connections. The role is set outside transactions and survives them. A new
 * connection belongs to nobody: once ready, it goes to the next request in the queue or stays idle. One client never holds all connections.
 */
export class RolePool {
  readonly #settings: ConnectionSettings;
  readonly #limits: PoolLimits;
  readonly #idle: RoleConnection[] = [];
  readonly #all = new Set<RoleConnection>();
  readonly #waiting: ConnectionQueue<Waiter>;
  /** Called with every statement that took longer than `after` milliseconds. */
  slow: { after: number; tell: (statement: SlowStatement) => void } | undefined;
  #opening = 0;
  #closed = false;
  #coreChanges = 0;

  /** PostgreSQL's statement timeout in milliseconds. */
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

  /** How often this process has written to accounts, sessions or clients: rows read before the last write may be stale. */
  get coreChanges(): number {
    return this.#coreChanges;
  }

  /** The number of connections, their limit, how many are busy, and how many requests wait for one. */
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

  /** Returns a connection that acts as `role` (null: the login role itself). Throws DatabaseUnavailable after two seconds. */
  async acquire(role: string | null): Promise<RoleConnection> {
    const connection = this.#takeIdle(role) ?? (await this.#wait(role));
    if (connection.role !== role) this.#takeRole(connection, role);
    return connection;
  }

  /**
   * Sends `SET ROLE`; null returns to the login role. The next statement follows without waiting: under any other role, PostgreSQL refuses
   * it (decision 3).
   */
  #takeRole(connection: RoleConnection, role: string | null): void {
    const text = role === null ? 'RESET ROLE' : `SET ROLE ${pg.escapeIdentifier(role)}`;
    connection.role = role;
    if (role !== null) connection.roles.set(role, (connection.roles.get(role) ?? 0) + 1);
    sendAhead(connection, text, this.#limits.wait, (error) => {
      this.#lost(connection);
      if (!endsConnection(error)) return error;
      return new DatabaseUnavailable('The connection to the database is lost.', { cause: error });
    });
  }

  /** Returns a connection to the pool; closes a broken or worn-out one. */
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
      // A request whose role had used up its share may now take an idle connection.
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
    const since = performance.now();
    const waiter: Waiter = { role, since, arrived: arrivedAt(since), give: resolve, fail: reject };
    const timer = setTimeout(() => {
      if (!this.#waiting.remove(waiter)) return;
      reject(new DatabaseUnavailable('The database is busy.'));
    }, this.#limits.wait);
    this.#waiting.add(waiter);
    this.#openForWaiting();
    return await promise.finally(() => clearTimeout(timer));
  }

  /** Called whenever a slot is free or a request arrives: opens as many connections as requests wait for one. */
  #openForWaiting(): void {
    while (
      !this.#closed &&
      this.#all.size + this.#opening < this.#limits.connections &&
      this.#opening < this.#waiting.servable
    )
      void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const since = performance.now();
    const socket = new Socket();
    const client = new Client({
      connectionTimeoutMillis: this.#limits.wait,
      pipeline: true,
      ...this.#settings,
      stream: () => socket,
    });
    const connection: RoleConnection = {
      client,
      socket,
      role: null,
      ready: Promise.resolve(),
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

  /** Rejects the requests that were already waiting when the failed attempt to connect began; later requests get a new attempt. */
  #refuseFirst(since: number, cause: unknown): void {
    const { first } = this.#waiting;
    if (first && first.since <= since) {
      this.#waiting.remove(first);
      first.fail(new DatabaseUnavailable('The database cannot be reached.', { cause }));
    }
    this.#openForWaiting();
  }

  /** The database has hung up: the slot is free at once, whatever the holder still does with the dead connection. */
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

/** When the current request arrived, for its place in the queue; work that goes on for long waits like everybody. */
function arrivedAt(now: number): number {
  const arrived = currentRequestArrived() ?? now;
  return now - arrived > KEEPS_PLACE ? now : arrived;
}

/**
 * A client's requests return to the connections they used before, and a new client's go to the connection that serves the fewest clients.
 * Otherwise every connection would plan every client's statements.
 */
const familiarityOf =
  ({ role: own, roles }: RoleConnection): Familiarity =>
  (role) =>
    role === own ? Infinity : (role !== null && roles.get(role)) || -roles.size;
