import pg from 'pg';
import { CHANNEL, readAnnouncement } from './announcements.ts';
import type { Announcement } from './announcements.ts';
import { DatabaseUnavailable } from '#server/db/pool/ask.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { endClient } from '#server/db/pool/own-connection.ts';

/** Milliseconds. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;
const CHECK_EVERY = 20_000;
const NO_ANSWER = 5000;

/**
 * Receives every announcement from this database's processes, on a dedicated connection that exists while
 * anybody listens. Retries a lost connection until it is open again, then notifies every listener that
 * announcements were missed.
 */
export class AnnouncementListener {
  readonly #settings: ConnectionSettings;
  readonly #hearers = new Set<(announcement: Announcement) => void>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;
  #wasConnected = false;
  #closed = false;

  constructor(settings: ConnectionSettings) {
    this.#settings = {
      ...settings,
      application_name: 'lms listener',
      keepAlive: true,
      connectionTimeoutMillis: NO_ANSWER,
      query_timeout: NO_ANSWER,
    };
  }

  /** Calls `hear` with every announcement from now on; the returned function stops that. */
  subscribe(hear: (announcement: Announcement) => void): () => void {
    this.#hearers.add(hear);
    if (!this.#client && !this.#retry) void this.#connect();
    return () => this.#hearers.delete(hear);
  }

  /**
   * Sends an announcement to every process of this database, including this one. Throws while there is no
   * connection.
   */
  async announce(announcement: Announcement): Promise<void> {
    const payload = pg.escapeLiteral(JSON.stringify(announcement));
    await this.query(`SELECT pg_catalog.pg_notify('${CHANNEL}', ${payload})`);
  }

  /** Runs a statement on this connection. Throws while there is none. */
  async query(statement: string): Promise<void> {
    if (!this.#client && !this.#retry) void this.#connect();
    if (!this.#client) throw new DatabaseUnavailable('The connection for announcements is lost.');
    await this.#client.query(statement);
  }

  /**
   * Whether this process has `lock`, which only one process of the database gets and keeps while its connection lasts;
   * false while there is none.
   */
  async holds(lock: number): Promise<boolean> {
    const statement = `SELECT pg_catalog.pg_try_advisory_lock(${lock}) AS is_held`;
    const held = await this.#client?.query<{ is_held: boolean }>(statement);
    return held?.rows[0]?.is_held === true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#check);
    const client = this.#client;
    this.#client = undefined;
    if (client) await endClient(client);
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    const client = new pg.Client(this.#settings);
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      const announcement = readAnnouncement(payload);
      if (announcement) this.#tell(announcement);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      this.#lost(client);
      return;
    }
    if (this.#client !== client) return;
    this.#pause = FIRST_PAUSE;
    if (this.#wasConnected) this.#tell({ type: 'missed' });
    this.#wasConnected = true;
    // Only a query reveals that the other end has vanished silently.
    this.#check = setInterval(
      () => void client.query('SELECT 1').catch(() => this.#lost(client)),
      CHECK_EVERY,
    );
    this.#check.unref();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    clearInterval(this.#check);
    void endClient(client);
    this.#retry = setTimeout(() => void this.#connect(), this.#pause);
    this.#retry.unref();
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #tell(announcement: Announcement): void {
    for (const hear of this.#hearers) hear(announcement);
  }
}
