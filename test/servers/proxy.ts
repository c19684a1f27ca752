import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Server, Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { RolePool } from '#server/db/pool/connections.ts';
import type { ConnectionSettings, PoolLimits } from '#server/db/pool/connections.ts';
import type { StatementLimits } from '#server/db/pool/request-settings.ts';

/**
 * Sits between a server and its database and behaves like a network: `delay` holds up new connections for
 * that many milliseconds, `gate` until the promise resolves, `isCut` silently swallows every byte, `isMute`
 * every byte of the database, `hangUp` ends all connections, `isDown` ends all and refuses new ones.
 */
export class DatabaseProxy {
  delay = 0;
  gate: Promise<void> | undefined;
  readonly #target: NetConnectOpts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #databases = new Set<Socket>();
  #isCut = false;
  #isDown = false;

  private constructor(target: NetConnectOpts) {
    this.#target = target;
    this.#server = createServer((socket) => void this.#serve(socket));
  }

  static async open({ host = 'localhost', port = 5432 }: ConnectionSettings): Promise<DatabaseProxy> {
    const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
    const proxy = new DatabaseProxy(target);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set isCut(isCut: boolean) {
    this.#isCut = isCut;
    for (const socket of this.#sockets) {
      if (isCut) socket.pause();
      else socket.resume();
    }
  }

  /** Applies to the connections that are open. */
  set isMute(isMute: boolean) {
    for (const socket of this.#databases) {
      if (isMute) socket.pause();
      else socket.resume();
    }
  }

  set isDown(isDown: boolean) {
    this.#isDown = isDown;
    if (isDown) this.hangUp();
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #serve(near: Socket): Promise<void> {
    if (this.#isDown) {
      near.destroy();
      return;
    }
    this.#keep(near);
    near.pause();
    await this.gate;
    if (this.delay > 0) await wait(this.delay);
    if (near.destroyed) return;
    const far = connect(this.#target);
    this.#keep(far);
    this.#databases.add(far);
    far.on('close', () => this.#databases.delete(far));
    this.#pass(near, far);
    this.#pass(far, near);
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => to.destroy());
    if (this.#isCut) from.pause();
    else from.resume();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** A pool that reaches a database through a network which a test controls; both are closed after the test. */
export async function openPoolBehindProxy(
  t: TestContext,
  database: ConnectionSettings,
  limits?: Partial<PoolLimits>,
  statements?: StatementLimits,
): Promise<{ pool: RolePool; proxy: DatabaseProxy }> {
  const proxy = await DatabaseProxy.open(database);
  const pool = new RolePool({ ...database, host: '127.0.0.1', port: proxy.port }, limits, statements);
  t.after(async () => {
    await pool.close();
    await proxy.close();
  });
  return { pool, proxy };
}
