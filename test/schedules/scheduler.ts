import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '#server/sample/random.ts';

/** Milliseconds: how often locks are looked at, and until an act that does nothing counts as stuck. */
const LOOK = 1;
const PATIENCE = 10_000;
/** Milliseconds for an act that waits for another act inside the process, not for the database. */
const INSIDE = 500;
/** Turns of the event loop within which statements that are sent together have arrived. */
const TURNS = 4;

/**
 * Statements that come whenever they like: the news of writes; the role of a connection, which depends on who had
 * it before; and accounts, clients and configurations, which a process keeps for a moment.
 */
const AT_ANY_TIME =
  /pg_notify|^(?:RE)?SET ROLE|^select (?:"u"|"id", "schema_name")|^select "value" from "\w+"\."configurations"/;

/** A broken connection: before its statement arrives, or after it took effect. */
export type Fault = { kind: 'killed' | 'lost answer'; at: number };

/** A statement of an act on its way to the database, and its outcome there. */
type Step = {
  act: Act;
  client: pg.Client;
  text: string;
  send: () => Promise<unknown>;
  /** Settles the act's own promise. */
  deliver: (outcome: Outcome) => void;
  outcome?: Outcome;
};
type Outcome = { value: unknown } | { error: unknown };

/** A call that runs beside others. */
type Act = { name: string; waiting: Step[]; running: Step[]; isDone: boolean };

/** The course of a schedule: statements in their order, and what PostgreSQL had to break off. */
export type Played = {
  steps: string[];
  deadlocks: string[];
};

const acts = new AsyncLocalStorage<{ act: Act; scheduler: Scheduler }>();

/** Passes every statement of the driver to the scheduler whose act sends it. Returns a function that stops doing so. */
export function holdStatements(): () => void {
  const { prototype } = pg.Client;
  const own = prototype.query;
  prototype.query = function query(this: pg.Client, config: pg.QueryConfig, ...rest: unknown[]) {
    const held = acts.getStore();
    const send = async () =>
      await (own as (...all: unknown[]) => Promise<unknown>).call(this, config, ...rest);
    const text = typeof config === 'string' ? config : config.text;
    // An act begins timers that outlive the schedule.
    const isOwn = held && !held.scheduler.isOver && !('submit' in config) && !AT_ANY_TIME.test(text);
    if (!isOwn) return (own as (...all: unknown[]) => unknown).call(this, config, ...rest);
    return held.scheduler.hold(held.act, this, text, send);
  } as typeof own;
  return () => {
    prototype.query = own;
  };
}

/**
 * Runs acts beside each other on a real PostgreSQL, one statement at a time: a seed chooses whose statement is
 * next, so the same seed gives the same order again, except where several acts queue for one lock: PostgreSQL chooses
 * among them. A statement that waits for another's lock is left waiting until that lock is free.
 */
export class Scheduler {
  readonly #random: Random;
  readonly #watcher: pg.Client;
  readonly #fault: Fault | undefined;
  /** Statements are no longer held. */
  isOver = false;
  readonly #acts: Act[] = [];
  readonly #played: Played = { steps: [], deadlocks: [] };

  constructor(random: Random, watcher: pg.Client, fault?: Fault) {
    this.#random = random;
    this.#watcher = watcher;
    this.#fault = fault;
  }

  /** Throws for an act that neither ends nor asks the database for anything. */
  async run(works: ReadonlyMap<string, () => Promise<void>>): Promise<Played> {
    const running: Promise<void>[] = [];
    for (const [name, work] of works) {
      const act: Act = { name, waiting: [], running: [], isDone: false };
      this.#acts.push(act);
      running.push(acts.run({ act, scheduler: this }, work).finally(() => (act.isDone = true)));
      await this.#untilQuiet(act);
    }
    // Some acts leave work behind that they do not wait for.
    const goesOn = ({ isDone, waiting, running: sent }: Act) => !isDone || waiting.length + sent.length > 0;
    while (this.#acts.some(goesOn)) await this.#goOn();
    this.isOver = true;
    await Promise.all(running);
    return this.#played;
  }

  async hold(act: Act, client: pg.Client, text: string, send: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers();
    const deliver = (outcome: Outcome) =>
      'error' in outcome ? reject(outcome.error) : resolve(outcome.value);
    act.waiting.push({ act, client, text, send, deliver });
    return await promise;
  }

  async #goOn(): Promise<void> {
    // Statements that an act sends together arrive in any order.
    const ready = this.#acts.flatMap(({ waiting }) =>
      waiting.toSorted((one, other) => one.text.localeCompare(other.text)),
    );
    if (ready.length > 0) await this.#send(this.#random.pick(ready));
    // Each waits for another's lock: PostgreSQL breaks one of them off.
    else if (this.#running().length > 0) await Promise.race(this.#running().map(({ ended }) => ended));
    else await this.#untilSomethingHappens();
    await this.#deliverAnswers();
  }

  readonly #endings = new WeakMap<Step, Promise<void>>();

  #running(): { step: Step; ended: Promise<void> }[] {
    return this.#acts
      .flatMap(({ running }) => running)
      .map((step) => ({ step, ended: this.#endings.get(step) ?? Promise.resolve() }));
  }

  async #send(step: Step): Promise<void> {
    const { act, client, text } = step;
    act.waiting.splice(act.waiting.indexOf(step), 1);
    act.running.push(step);
    const { steps } = this.#played;
    const isFaulty = this.#fault?.at === steps.length;
    steps.push(`${act.name}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}`);
    if (isFaulty && this.#fault?.kind === 'killed') await this.#breakOff(client);
    this.#endings.set(
      step,
      step.send().then(
        (value) => void (step.outcome = { value }),
        (error: unknown) => void (step.outcome = { error }),
      ),
    );
    if (!isFaulty || this.#fault?.kind !== 'lost answer') return;
    await this.#settle();
    // A statement that waits for a lock keeps its answer.
    if (!step.outcome) return;
    await this.#breakOff(client);
    step.outcome = { error: new Error('Connection terminated unexpectedly') };
  }

  /** Ends a backend, and waits until its locks are gone. */
  async #breakOff(client: pg.Client): Promise<void> {
    const pid = pidOf(client);
    await this.#watcher.query('SELECT pg_terminate_backend($1)', [pid]);
    const isThere = 'SELECT FROM pg_stat_activity WHERE pid = $1';
    while ((await this.#watcher.query(isThere, [pid])).rowCount !== 0) await setTimeout(LOOK);
    await setImmediate();
  }

  /** Waits until every sent statement is answered or waits for a lock that another act holds. */
  async #settle(): Promise<void> {
    for (;;) {
      await setImmediate();
      const open = this.#running().filter(({ step }) => !step.outcome);
      if (open.length === 0) return;
      await Promise.race([...open.map(({ ended }) => ended), setTimeout(LOOK)]);
      const left = open.filter(({ step }) => !step.outcome);
      if (left.length === 0) continue;
      const { rows } = await this.#watcher.query<{ waits: boolean }>(
        'SELECT cardinality(pg_blocking_pids(pid)) > 0 AS waits FROM unnest($1::int[]) pid',
        [left.map(({ step }) => pidOf(step.client))],
      );
      if (rows.every(({ waits }) => waits) && left.every(({ step }) => !step.outcome)) return;
    }
  }

  /** Gives every answered statement's result to its act, in the order of the acts, and lets each go on to its next statement. */
  async #deliverAnswers(): Promise<void> {
    await this.#settle();
    for (const act of this.#acts) {
      for (const step of act.running.filter(({ outcome }) => outcome)) {
        const { outcome } = step;
        act.running.splice(act.running.indexOf(step), 1);
        if (!outcome) continue;
        if ('error' in outcome && (outcome.error as { code?: unknown }).code === '40P01')
          this.#played.deadlocks.push(`${act.name}: ${step.text}`);
        step.deliver(outcome);
        await this.#untilQuiet(act);
      }
    }
  }

  /** Waits until an act has sent its next statement or has ended. */
  async #untilQuiet(act: Act): Promise<void> {
    const since = performance.now();
    const isBusy = () => act.waiting.length + act.running.length === 0 && !act.isDone;
    while (isBusy() && performance.now() - since < INSIDE) await setImmediate();
    // Statements that an act sends together arrive one after the other.
    for (let known = -1; known !== act.waiting.length;) {
      known = act.waiting.length;
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    }
  }

  async #untilSomethingHappens(): Promise<void> {
    const since = performance.now();
    const isIdle = () => this.#acts.every(({ waiting, isDone }) => waiting.length === 0 || isDone);
    while (isIdle() && this.#acts.some(({ isDone }) => !isDone)) {
      if (performance.now() - since > PATIENCE)
        throw new Error(
          `${this.#acts
            .filter(({ isDone }) => !isDone)
            .map(({ name }) => name)
            .join(', ')} went nowhere.`,
        );
      await setTimeout(LOOK);
    }
  }
}

const pidOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID;
