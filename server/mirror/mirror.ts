import type { Database } from '#server/db/database.ts';
import { listClientIds } from '#server/db/find-client.ts';
import { eachUnlessLost, isLostNode } from '#server/db/cluster/lost-node.ts';
import { COMPARE_LOCK } from '#server/db/tables/mirrored-tables.ts';
import { countJob } from '#server/metrics.ts';
import { haveSumsGoneWrong, mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { within } from '#server/within.ts';

/**
 * Milliseconds for which changes are collected, to copy those of a client in one go: a copy of one change takes
 * twice the processor time of the change. Whoever reads all clients has everything copied at once.
 */
const TOGETHER = 5000;
/** Clients whose changes are collected; more would keep a reader waiting. */
const MOST_TOGETHER = 50;
/** Milliseconds after which changes that have not been copied are late. */
const LATE = 2 * TOGETHER;
/** Milliseconds until a failed attempt is repeated. */
const AGAIN = 1000;
/** Milliseconds that a reader, or the end of this process, waits for changes under way. */
const PATIENCE = 1000;
/**
 * Milliseconds after which another process's changes are checked even if nobody reads: that process has
 * either copied them or ended.
 */
const OF_OTHERS = 2 * TOGETHER;
/**
 * Milliseconds within which another process's announcement arrives (`ON_ITS_WAY`), and after whose last one
 * no other process seems to be running (`AT_WORK`).
 */
const ON_ITS_WAY = 1000;
const AT_WORK = 10_000;
/** Milliseconds between two checks of every client, for changes that a killed process has left. */
const SWEEP = 5 * 60_000;

/** Milliseconds between two checks of clients on a lost node: the pause doubles up to the maximum. */
const LOST = 1000;
const LONGEST_LOST = 30_000;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A database's follower: copies clients' changes to the mirror that users with access to all clients read.
 * This process's changes follow soon after their commit, and every process's at once when somebody is about
 * to read; those of a process that has since ended follow a little later, and periodic sweeps catch anything
 * left.
 */
export class Mirror {
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #patience: number;
  /** Clients with changes that have not been copied yet, and since when. */
  readonly #changed = new Map<string, number>();
  /** Clients on lost nodes, whose changes nobody waits for. */
  readonly #lost = new Set<string>();
  #pauseOfLost = LOST;
  #lookingForLost: NodeJS.Timeout | undefined;
  readonly #stopHearing: (() => void)[];
  /**
   * Clients that other processes have changed, when the last such change was announced, and a promise of the
   * next one.
   */
  readonly #ofOthers = new Set<string>();
  #heardAt = -Infinity;
  #heard = Promise.withResolvers<true>();
  #lookingForOthers: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #swept: Promise<unknown> = Promise.resolve();
  #hasSwept = false;
  /** Sweeps that run, or wait for the one that runs. */
  #sweeps = 0;
  #soon: NodeJS.Timeout | undefined;
  #running: Promise<boolean> | undefined;
  /** Whether somebody has read without changes that were under way, and whether these have been copied since. */
  #hasEarlyReader = false;
  #hasCaughtUp = false;
  #isFailing = false;
  #isClosed = false;

  /** `patience`: milliseconds that a reader waits, by default; afterwards it reads without the changes. */
  constructor(database: Database, onError: (error: unknown) => void, patience = PATIENCE) {
    this.#database = database;
    this.#onError = onError;
    this.#patience = patience;
    this.#stopHearing = [
      database.ownWrites.hear((clientId) => this.note(clientId)),
      // The database was unavailable: changes already copied may be in the queues again.
      database.announcements.subscribe((said) => {
        if (said.type === 'missed' && this.#sweeping) this.#sweepSoon();
        if (said.type === 'changed' && said.from !== database.ownWrites.id) this.#noteLater(said.clientId);
      }),
    ];
    database.follower = this;
  }

  /** How many clients have changes that should have been copied by now. */
  get late(): number {
    const since = performance.now() - LATE;
    const late = [...this.#changed].filter(([, noted]) => noted < since).map(([id]) => id);
    return new Set([...late, ...this.#lost]).size;
  }

  /** Notes that a client has committed changes. */
  note(clientId: string): void {
    if (this.#changed.has(clientId)) return;
    this.#changed.set(clientId, performance.now());
    if (this.#changed.size === MOST_TOGETHER) {
      clearTimeout(this.#soon);
      this.#soon = undefined;
    }
    this.#bringIn(this.#changed.size < MOST_TOGETHER ? TOGETHER : 0);
  }

  /**
   * Copies the changes noted so far, including other processes'; false when `patience` (milliseconds) runs
   * out first, or when copying has failed and will be retried.
   */
  async settle(patience = this.#patience): Promise<boolean> {
    this.#noteOfOthers();
    if (this.#changed.size === 0 && !this.#running) return true;
    const isSettled = await within(patience, this.#bring(), false);
    if (!isSettled) this.#hasEarlyReader = true;
    return isSettled;
  }

  takeCaughtUp(): boolean {
    const hasCaughtUp = this.#hasCaughtUp;
    this.#hasCaughtUp = false;
    return hasCaughtUp;
  }

  async news(): Promise<boolean> {
    if (this.#ofOthers.size > 0) return true;
    if (performance.now() - this.#heardAt > AT_WORK) return false;
    return await within<boolean>(ON_ITS_WAY, this.#heard.promise, false);
  }

  /**
   * Checks every client now, and at intervals. Resolves when the first check has finished. Readers wait for
   * what an earlier process has left.
   */
  async startSweeping(): Promise<void> {
    this.#sweepSoon();
    this.#sweeping = setInterval(() => {
      if (this.#sweeps === 0) this.#sweepSoon();
    }, SWEEP).unref();
    await this.#swept;
  }

  /**
   * Copies this process's changes if that is quickly done; the rest is left to another process or the next
   * start.
   */
  async close(): Promise<void> {
    await this.settle(PATIENCE);
    this.#isClosed = true;
    for (const stop of this.#stopHearing) stop();
    clearInterval(this.#sweeping);
    clearTimeout(this.#soon);
    clearTimeout(this.#lookingForOthers);
    clearTimeout(this.#lookingForLost);
    await this.#running;
    // A comparison of very many rows could last longer than the time for stopping.
    await within(PATIENCE, this.#swept, undefined);
  }

  /** Runs one sweep at a time; another one requested meanwhile follows it. */
  #sweepSoon(): void {
    if (this.#sweeps > 1) return;
    this.#sweeps += 1;
    this.#swept = this.#swept
      .then(async () => await countJob('mirror-sweep', async () => await this.#sweep()))
      .catch((error: unknown) => this.#isClosed || this.#onError(error))
      .finally(() => (this.#sweeps -= 1));
  }

  /**
   * Copies what is left of every client's changes; one of the processes then compares all clients. A difference means
   * a bug or a manual change in the database: it is reported and repaired.
   */
  async #sweep(): Promise<void> {
    const ids = await listClientIds(this.#database);
    if (this.#hasSwept)
      for (const id of ids) if (!this.#isClosed && !this.#lost.has(id)) await this.#follow(id);
    if (!this.#hasSwept) {
      for (const id of ids) this.note(id);
      await this.#bring();
      this.#hasSwept = true;
    }
    if (this.#isClosed || !(await this.#database.announcements.holds(COMPARE_LOCK))) return;
    await eachUnlessLost(ids, async (id) => {
      if (this.#isClosed || this.#lost.has(id) || !(await mendMirror(this.#database, id))) return;
      this.#onError(new Error(`The mirror differed from client ${id}, and is mended.`));
      this.note(id);
    });
    if (this.#isClosed) return;
    if (!(await haveSumsGoneWrong(this.#database)) || this.#isClosed) return;
    this.#onError(new Error('The sums of the mirror differed from its totals, and are made anew.'));
    await this.#database.remakeMirror();
  }

  #noteLater(clientId: string): void {
    if (this.#isClosed) return;
    this.#ofOthers.add(clientId);
    this.#heardAt = performance.now();
    this.#heard.resolve(true);
    this.#heard = Promise.withResolvers();
    this.#lookingForOthers ??= setTimeout(() => this.#noteOfOthers(), OF_OTHERS).unref();
  }

  #noteOfOthers(): void {
    clearTimeout(this.#lookingForOthers);
    this.#lookingForOthers = undefined;
    for (const id of this.#ofOthers) this.note(id);
    this.#ofOthers.clear();
  }

  #bringIn(milliseconds: number): void {
    if (this.#isClosed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#bring();
    }, milliseconds).unref();
  }

  /** Resolves when the changes noted at the beginning are in the mirror; false when some will be retried. */
  async #bring(): Promise<boolean> {
    await this.#running;
    // Another caller may have started meanwhile, including these changes.
    if (this.#changed.size > 0)
      this.#running ??= this.#followAll().finally(() => (this.#running = undefined));
    return (await this.#running) ?? true;
  }

  async #followAll(): Promise<boolean> {
    const changed = [...this.#changed];
    const wasEarly = this.#hasEarlyReader;
    this.#changed.clear();
    let areIn = true;
    for (const [id, since] of changed) if (!this.#isClosed) areIn = (await this.#follow(id, since)) && areIn;
    if (areIn && this.#hasEarlyReader && (wasEarly || this.#changed.size === 0)) {
      this.#hasEarlyReader = false;
      this.#hasCaughtUp = true;
    }
    return areIn;
  }

  /** Copies a client's changes; false when that has failed and will be retried. Nobody waits for a lost node. */
  async #follow(id: string, since = performance.now()): Promise<boolean> {
    try {
      await followClient(this.#database, id, () => this.#isClosed);
      this.#isFailing = false;
      if (this.#lost.delete(id)) this.#findLost();
      return true;
    } catch (error) {
      if (this.#isClosed) return true;
      if (isLostNode(error)) {
        this.#keepLost(id, error);
        return true;
      }
      // An unavailable lock means that the mirror is being rebuilt. A lasting failure is reported once.
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE && !this.#isFailing) {
        this.#isFailing = true;
        this.#onError(error);
      }
      this.#changed.set(id, since);
      this.#bringIn(AGAIN);
      return false;
    }
  }

  /**
   * Stops readers from waiting for a client on a lost node. Reports the first loss, and retries one client at
   * intervals.
   */
  #keepLost(id: string, error: unknown): void {
    if (this.#lost.size === 0) this.#onError(error);
    // Moves to the end, so that each gets its turn.
    this.#lost.delete(id);
    this.#lost.add(id);
    this.#lookingForLost ??= setTimeout(() => {
      this.#lookingForLost = undefined;
      const [first] = this.#lost;
      if (first === undefined || this.#isClosed) return;
      this.#pauseOfLost = Math.min(2 * this.#pauseOfLost, LONGEST_LOST);
      this.#swept = this.#swept.then(async () => await this.#follow(first));
    }, this.#pauseOfLost).unref();
  }

  /** A successful copy shows that a node is back: retries all lost clients. */
  #findLost(): void {
    this.#pauseOfLost = LOST;
    const found = [...this.#lost];
    this.#lost.clear();
    for (const id of found) this.note(id);
  }
}
