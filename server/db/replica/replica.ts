import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { DatabaseUnavailable, endsConnection } from '#server/db/pool/ask.ts';
import { RolePool } from '#server/db/pool/connections.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { Handles } from '#server/db/handles.ts';
import type { Installation } from '#server/db/structure/installation.ts';
import { UnreadyReplica, presentOf, reachPlace } from './log-position.ts';
import type { AskServer } from './log-position.ts';
import { UnusableDatabase } from '#server/db/structure/usable.ts';
import { STATEMENTS } from '#server/db/pool/request-settings.ts';
import type { DatabaseLimits } from '#server/db/pool/request-settings.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { proveWall } from '#server/db/wall.ts';
import { readsElsewhere } from '#server/metrics.ts';

/** Milliseconds for a check of a replica that nobody waits for. */
const LOOK_PATIENCE = 5000;
/** Milliseconds until an unavailable replica is checked again; meanwhile the primary serves reads. */
const REST = 5000;
/** Milliseconds to connect to the replica. */
const CONNECT = 1000;

/**
 * The replica of DATABASE_READ_URL. It serves a read only if it has everything committed before the read
 * began, so nobody ever misses a write by any process. Otherwise the primary serves the read.
 */
export class Replica extends Handles {
  /** Called with a message when the replica starts, or why it stops, serving reads. */
  tell: (sentence: string) => void = () => {};
  /** Milliseconds that a read waits for the replica to catch up with the primary. */
  patience = 500;
  readonly #primary: SystemScope;
  /** Whether the last check succeeded, on a replica that keeps clients apart and had caught up. */
  #isReady = false;
  #restsUntil = -Infinity;
  #looking: Promise<void> | undefined;
  #told = '';

  constructor(
    login: ConnectionSettings,
    installation: Installation,
    primary: SystemScope,
    limits: DatabaseLimits | undefined,
  ) {
    const statements = { ...STATEMENTS, ...limits, isReadOnly: true };
    const pool = new RolePool(
      login,
      { wait: CONNECT, ...(limits && { connections: limits.connections }) },
      statements,
    );
    super(pool, installation);
    this.#primary = primary;
  }

  /** Whether reads currently go to the replica. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Runs a read with the replica's handles, or without handles on the primary: when the replica is
   * unavailable, or again when it fails before `work` has returned.
   */
  async read<T>(work: (at: Handles | undefined) => Promise<T>): Promise<T> {
    if (await this.#isCurrent()) {
      try {
        const answer = await work(this);
        readsElsewhere.inc({ server: 'replica' });
        return answer;
      } catch (error) {
        if (!isOfServer(error)) throw error;
        if (!isConflict(error)) this.#rest(error);
      }
    }
    readsElsewhere.inc({ server: 'primary' });
    return await work(undefined);
  }

  /**
   * Checks whether the replica is available and keeps clients apart. Throws UnusableDatabase only if it does
   * not keep them apart; an unavailable replica is reported and checked again later.
   */
  async look(): Promise<void> {
    try {
      await this.#reach(LOOK_PATIENCE);
      await proveWall(this);
      this.#isReady = true;
      this.#say('The replica of DATABASE_READ_URL answers reads.');
    } catch (error) {
      this.#rest(error);
      if (error instanceof UnusableDatabase) throw error;
    }
  }

  async close(): Promise<void> {
    await this.#looking;
    await this.pool.close();
  }

  async #isCurrent(): Promise<boolean> {
    if (!this.#isReady) {
      this.#lookAgain();
      return false;
    }
    // The primary's own failure goes to the caller.
    const present = await presentOf(asking(this.#primary));
    try {
      await this.#reach(this.patience, present);
      return true;
    } catch (error) {
      this.#rest(error);
      return false;
    }
  }

  /** Nobody waits for a replica that was unavailable last time. */
  #lookAgain(): void {
    if (this.#looking || performance.now() < this.#restsUntil) return;
    this.#looking = this.look()
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
  }

  async #reach(patience: number, known?: string): Promise<void> {
    const present = known ?? (await presentOf(asking(this.#primary)));
    const late = new AbortController();
    const silent = wait(patience + CONNECT, undefined, { signal: late.signal }).then(() => {
      throw new UnreadyReplica('It says nothing.');
    });
    silent.catch(() => {});
    const reaching = reachPlace(asking(this), present, patience);
    reaching.catch(() => {});
    await Promise.race([reaching, silent]).finally(() => late.abort());
  }

  #rest(error: unknown): void {
    this.#isReady = false;
    this.#restsUntil = performance.now() + REST;
    const why = error instanceof Error ? error.message : String(error);
    this.#say(`The primary answers all reads, since the replica of DATABASE_READ_URL does not. ${why}`);
  }

  #say(sentence: string): void {
    if (sentence !== this.#told) this.tell(sentence);
    this.#told = sentence;
  }
}

const asking =
  (server: SystemScope): AskServer =>
  async (text, values) =>
    (await openCore(server).executeQuery(CompiledQuery.raw(text, values))).rows as never;

/** The replica cancelled the query because the primary removed rows that the query might still read. */
const isConflict = (error: unknown) => (error as { code?: string }).code === '40001';

/**
 * Whether the server or the connection failed, rather than the read itself or this program, so that another
 * server may succeed.
 */
function isOfServer(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isConflict(error)) return true;
  if (!(error instanceof Error)) return false;
  const isOfConnection =
    'syscall' in error || error.name === 'TimeoutError' || LOST.test(error.message) || 'severity' in error;
  return isOfConnection && endsConnection(error);
}
const LOST = /^Connection terminated|connection error|not queryable/;
