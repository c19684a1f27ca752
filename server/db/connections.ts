import { randomUUID } from 'node:crypto';
import pg from 'pg';

const { Client, types } = pg;

// Counts and money fit a double exactly at the sizes the schema allows; dates stay the text they are.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
types.setTypeParser(types.builtins.DATE, (value) => value);

export type ConnectionSettings = pg.ClientConfig;

/** Milliseconds; the ladder of limits is in docs/operations.md. */
export const STATEMENT_TIMEOUT = 7000;
export const LOCK_TIMEOUT = 2000;
const WAIT_FOR_CONNECTION = 2000;
const MAX_CONNECTIONS = 8;
const MAX_AGE = 10 * 60_000;
/** Every table a backend has touched stays in its memory: retire it after so many clients. */
const MAX_ROLES = 200;
const MAX_PREPARED = 500;
/** How many may be served before their turn because a connection has their role already. */
const MAX_PASSED_OVER = 8;

/** No connection became free, or the database cannot be reached: answered 503, never 401. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** One backend whose current role is always known here. */
export type RoleConnection = {
  readonly client: pg.Client;
  role: string | null;
  readonly roles: Set<string>;
  readonly prepared: Set<string>;
  readonly since: number;
  broken: boolean;
};

type Waiter = {
  role: string | null;
  passedOver: number;
  give: (connection: RoleConnection) => void;
  fail: (error: Error) => void;
};

/**
 * A pool that knows which database role each connection has taken, so that the wall between clients costs no round
 * trip while the same client's requests follow each other. The role is set outside transactions and survives them.
 */
export class RolePool {
  readonly #settings: ConnectionSettings;
  readonly #idle: RoleConnection[] = [];
  readonly #all = new Set<RoleConnection>();
  readonly #waiting: Waiter[] = [];
  #opening = 0;
  #closed = false;
  #coreChanges = 0;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
  }

  /** How often this process has written to accounts, sessions or clients: what was read before the last may be stale. */
  get coreChanges(): number {
    return this.#coreChanges;
  }

  noteCoreChange(): void {
    this.#coreChanges += 1;
  }

  /** A connection that acts as `role` (null: the login role itself). Throws DatabaseUnavailable after two seconds. */
  async acquire(role: string | null): Promise<RoleConnection> {
    const connection = this.#takeIdle(role) ?? (await this.#openOrWait(role));
    try {
      await takeRole(connection, role);
      return connection;
    } catch (error) {
      connection.broken = true;
      this.release(connection);
      throw error;
    }
  }

  /** Gives a connection back; a broken or worn-out one is closed instead. */
  release(connection: RoleConnection): void {
    const wornOut =
      connection.broken ||
      this.#closed ||
      Date.now() - connection.since > MAX_AGE ||
      connection.roles.size > MAX_ROLES ||
      connection.prepared.size > MAX_PREPARED;
    if (wornOut) {
      void this.#drop(connection);
      this.#openForNext();
      return;
    }
    const next = this.#nextFor(connection.role);
    if (next) next.give(connection);
    else this.#idle.push(connection);
  }

  /** The first in the queue, unless somebody soon behind needs no change of role; nobody is passed over for long. */
  #nextFor(role: string | null): Waiter | undefined {
    const first = this.#waiting[0];
    if (!first || first.role === role || first.passedOver >= MAX_PASSED_OVER) return this.#waiting.shift();
    const same = this.#waiting.findIndex((waiter) => waiter.role === role);
    if (same < 0) return this.#waiting.shift();
    for (const waiter of this.#waiting.slice(0, same)) waiter.passedOver += 1;
    return this.#waiting.splice(same, 1)[0];
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0))
      waiter.fail(new DatabaseUnavailable('The server is stopping.'));
    await Promise.all(this.#idle.splice(0).map(async (connection) => await this.#drop(connection)));
  }

  #takeIdle(role: string | null): RoleConnection | undefined {
    const same = this.#idle.findLastIndex((connection) => connection.role === role);
    return same >= 0 ? this.#idle.splice(same, 1)[0] : this.#idle.shift();
  }

  async #openOrWait(role: string | null): Promise<RoleConnection> {
    if (this.#closed) throw new DatabaseUnavailable('The server is stopping.');
    if (this.#all.size + this.#opening < MAX_CONNECTIONS) return await this.#open();
    return await new Promise((resolve, reject) => {
      const waiter: Waiter = {
        role,
        passedOver: 0,
        give: (connection) => {
          clearTimeout(timer);
          resolve(connection);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new DatabaseUnavailable('The database is busy.'));
      }, WAIT_FOR_CONNECTION);
      this.#waiting.push(waiter);
    });
  }

  async #open(): Promise<RoleConnection> {
    this.#opening += 1;
    const client = new Client({ connectionTimeoutMillis: WAIT_FOR_CONNECTION, ...this.#settings });
    const connection: RoleConnection = {
      client,
      role: null,
      roles: new Set(),
      prepared: new Set(),
      since: Date.now(),
      broken: false,
    };
    client.on('error', () => {
      connection.broken = true;
      const at = this.#idle.indexOf(connection);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      void this.#drop(connection);
    });
    try {
      await client.connect();
      this.#all.add(connection);
      return connection;
    } catch (error) {
      void client.end().catch(() => {});
      throw new DatabaseUnavailable('The database cannot be reached.', { cause: error });
    } finally {
      this.#opening -= 1;
    }
  }

  #openForNext(): void {
    const next = this.#waiting.shift();
    if (next) this.#open().then(next.give, next.fail);
  }

  async #drop(connection: RoleConnection): Promise<void> {
    this.#all.delete(connection);
    await connection.client.end().catch(() => {});
  }
}

/** Switches only when another client's turn has come; null returns to the login role. */
async function takeRole(connection: RoleConnection, role: string | null): Promise<void> {
  if (connection.role === role) return;
  await connection.client.query(role === null ? 'RESET ROLE' : `SET ROLE ${pg.escapeIdentifier(role)}`);
  connection.role = role;
  if (role !== null) connection.roles.add(role);
}

/** Settings every request connection carries: no search path, bounded statements, locks and idle transactions. */
export function requestSettings(login: ConnectionSettings): ConnectionSettings {
  const options = [
    'search_path=',
    `statement_timeout=${STATEMENT_TIMEOUT}`,
    `lock_timeout=${LOCK_TIMEOUT}`,
    'idle_in_transaction_session_timeout=10000',
    'timezone=UTC',
    'jit=off',
  ];
  return {
    ...login,
    application_name: `lms ${randomUUID().slice(0, 8)}`,
    options: options.map((o) => `-c ${o}`).join(' '),
  };
}
