import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { STATEMENTS } from '#server/db/pool/request-settings.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { callerOf } from '#test/app.ts';
import type { Reply, TestApp } from '#test/app.ts';
import { keepCauses } from '#test/servers/causes.ts';
import { alone } from '#test/servers/run-server.ts';
import { Life, lives, whileAlive } from '#test/schedules/driver.ts';
import { untilRevived } from '#test/schedules/scheduler.ts';

/** Connections of the server's pool: none of the acts waits for one. */
const CONNECTIONS = 24;
/** Milliseconds for a connection: a machine that does much else may need longer than a server's two seconds. */
const WAIT = 60_000;
/** The secret of an owner without a password. */
const SECRET = 'schedules'.repeat(4);

/** The input of a call; the endpoint itself refuses a wrong one. */
export type Input = { params?: object; body?: unknown; headers?: Record<string, string> };

/** A server on the database of a test, with a life that can be ended and begun again. */
export class Server {
  readonly #test: TestApp;
  #life = new Life();
  #app: FastifyInstance | undefined;
  #database: Database | undefined;

  constructor(test: TestApp) {
    this.#test = test;
  }

  get database(): Database {
    if (!this.#database) throw new Error('The server has not started.');
    return this.#database;
  }

  /** Begins a life: opens the database, as a start does, and the application. */
  async start(): Promise<void> {
    const life = new Life();
    const url = process.env['TEST_DATABASE_URL'];
    const open = async () =>
      await lives.run(
        life,
        async () =>
          await openDatabase(this.#test.owner, SECRET, {
            limits: { ...STATEMENTS, connections: CONNECTIONS, wait: WAIT },
          }),
      );
    // Copies share their roles, whose passwords are set by one process at a time.
    const database = url ? await alone(url, 'open', open) : await open();
    const { log, failOn500 } = keepCauses();
    this.#app = await lives.run(
      life,
      async () => await createApp(this.#test.config, database, database.installation.tokenKey, log),
    );
    failOn500(this.#app);
    this.#database = database;
    this.#life = life;
  }

  async kill(watcher: pg.Client): Promise<void> {
    await this.#life.kill(watcher);
  }

  /** Calls an endpoint; undefined when the server is killed before it answers: the caller asks again when it is back. */
  async call<E extends Endpoint>(endpoint: E, input?: Input, token?: string): Promise<Reply<E> | undefined> {
    const app = this.#app;
    if (!app) throw new Error('The server has not started.');
    return await this.run(async () => await callerOf(app)(endpoint, input as never, token));
  }

  /** Does the server's own work; undefined when it is killed meanwhile. */
  async run<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    const life = this.#life;
    const done = whileAlive(
      life,
      lives.run(life, async () => await work(this.database)),
    );
    return await Promise.race([done, untilRevived()]);
  }

  /** Brings a client's changes to the mirror. */
  async follow(clientId: string): Promise<void> {
    await this.run(async (database) => await followClient(database, clientId));
  }

  async close(): Promise<void> {
    await this.#app?.close();
    await this.#database?.close();
  }
}
