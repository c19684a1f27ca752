import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '#server/sample/random.ts';
import { machineNow, skipPauses } from '#test/schedules/clock.ts';
import type { Clock } from '#test/schedules/clock.ts';
import { breakOff, pidOf, takeOverDriver } from '#test/schedules/driver.ts';

/** Milliseconds: how often locks are looked at, and until an act that does nothing counts as stuck. */
const LOOK = 1;
const PATIENCE = 60_000;
/** Milliseconds for an act that waits for another act inside the process, not for the database. */
const INSIDE = 500;
/** Turns of the event loop after which an act is looked at less often: it may wait for a child, which needs the processor. */
const SOON = 50;
/** How often an act asks the same before it counts as waiting, and the milliseconds for which an act waits like that. */
const AGAIN = 2;
const LONG = 11_000;
/** Turns of the event loop within which statements that are sent together have arrived. */
const TURNS = 4;

/**
 * Statements that come whenever they like: the news of writes; the role of a connection, which depends on who had
 * it before; and accounts, clients and configurations, which a process keeps for a moment.
 */
const AT_ANY_TIME =
  /pg_notify|^(?:RE)?SET ROLE|^select (?:"u"|"id", "schema_name")|^select "value" from "\w+"\."configurations"/;

/**
 * What goes wrong at a statement: its connection breaks before it arrives, or after it took effect; or the whole
 * server is killed, before the statement is sent or after.
 */
export type Fault = { kind: 'killed' | 'lost answer' | 'dead before' | 'dead after'; at: number };

/** The server that the acts use, the clock, and what goes wrong with them. */
export type Surroundings = {
  watcher: pg.Client;
  clock: Clock;
  fault?: Fault | undefined;
  /** Before which statement the clock leaps, and by how many milliseconds. */
  leaps?: ReadonlyMap<number, number>;
  kill: () => Promise<void>;
  /** Starts the server again; returns the work of a start that runs beside its first requests. */
  revive: () => Promise<() => Promise<void>>;
};

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
type Act = {
  name: string;
  waiting: Step[];
  running: Step[];
  isDone: boolean;
  /** The last statement, and how often it was sent again at once. */
  last: { text: string; again: number };
  /** Called when the server is back after it was killed. */
  revived: PromiseWithResolvers<undefined>;
};

/** The course of a schedule: statements in their order, and what PostgreSQL had to break off. */
export type Played = {
  steps: string[];
  deadlocks: string[];
};

const acts = new AsyncLocalStorage<{ act: Act; scheduler: Scheduler }>();

/**
 * Passes every statement of the driver to the scheduler whose act sends it, and ends the pauses of acts at once.
 * Returns a function that stops doing so.
 */
export function holdStatements(): () => void {
  const current = () => {
    const held = acts.getStore();
    // An act begins timers that outlive the schedule.
    return held?.scheduler.isOver ? undefined : held;
  };
  const letGo = takeOverDriver((client, config, send) => {
    const held = current();
    const text = typeof config === 'string' ? config : config.text;
    return held && !AT_ANY_TIME.test(text) ? held.scheduler.hold(held.act, client, text, send) : undefined;
  });
  const pauseAgain = skipPauses(() => current() !== undefined);
  return () => {
    letGo();
    pauseAgain();
  };
}

/** Resolves when the server is back after the act that asks has lost it; never outside a schedule. */
export const untilRevived = async (): Promise<undefined> =>
  await (acts.getStore()?.act.revived.promise ?? new Promise<undefined>(() => {}));

/**
 * Runs acts beside each other on a real PostgreSQL, one statement at a time: a seed chooses whose statement is
 * next, so the same seed gives the same order again, except where several acts queue for one lock: PostgreSQL chooses
 * among them. A statement that waits for another's lock is left waiting until that lock is free.
 */
export class Scheduler {
  readonly #random: Random;
  readonly #around: Surroundings;
  /** Statements are no longer held. */
  isOver = false;
  readonly #acts: Act[] = [];
  readonly #works: Promise<void>[] = [];
  readonly #played: Played = { steps: [], deadlocks: [] };
  #sent = 0;

  constructor(random: Random, around: Surroundings) {
    this.#random = random;
    this.#around = around;
  }

  /** Throws for an act that neither ends nor asks the database for anything. */
  async run(works: ReadonlyMap<string, () => Promise<void>>): Promise<Played> {
    for (const [name, work] of works) await this.#begin(name, work);
    // Some acts leave work behind that they do not wait for.
    const goesOn = ({ isDone, waiting, running: sent }: Act) => !isDone || waiting.length + sent.length > 0;
    while (this.#acts.some(goesOn)) await this.#goOn();
    this.isOver = true;
    await Promise.all(this.#works);
    return this.#played;
  }

  async #begin(name: string, work: () => Promise<void>): Promise<void> {
    const act: Act = {
      name,
      waiting: [],
      running: [],
      isDone: false,
      last: { text: '', again: 0 },
      revived: Promise.withResolvers<undefined>(),
    };
    this.#acts.push(act);
    this.#works.push(acts.run({ act, scheduler: this }, work).finally(() => (act.isDone = true)));
    await this.#untilQuiet(act);
  }

  async hold(act: Act, client: pg.Client, text: string, send: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers();
    const deliver = (outcome: Outcome) =>
      'error' in outcome ? reject(outcome.error) : resolve(outcome.value);
    act.waiting.push({ act, client, text, send, deliver });
    return await promise;
  }

  async #goOn(): Promise<void> {
    await this.#passTime();
    // Statements that an act sends together arrive in any order, except on the same connection.
    const ready = this.#acts.flatMap(({ waiting }) =>
      waiting
        .filter((step) => waiting.find(({ client }) => client === step.client) === step)
        .toSorted((one, other) => one.text.localeCompare(other.text)),
    );
    if (ready.length > 0) await this.#send(this.#random.pick(ready));
    // Each waits for another's lock: PostgreSQL breaks one of them off.
    else if (this.#running().length > 0) await Promise.race(this.#running().map(({ ended }) => ended));
    else await this.#untilSomethingHappens();
    await this.#deliverAnswers();
  }

  /** When all that is left asks the same again and again, nothing but time ends it. */
  async #passTime(): Promise<void> {
    const left = this.#acts.filter(({ isDone }) => !isDone);
    if (left.length === 0 || left.some(({ last, running }) => running.length > 0 || last.again < AGAIN))
      return;
    await this.#around.clock.leap(LONG);
    this.#played.steps.push('time passes');
    for (const { last } of left) last.again = 0;
  }

  readonly #endings = new WeakMap<Step, Promise<void>>();

  #running(): { step: Step; ended: Promise<void> }[] {
    return this.#acts
      .flatMap(({ running }) => running)
      .map((step) => ({ step, ended: this.#endings.get(step) ?? Promise.resolve() }));
  }

  async #send(step: Step): Promise<void> {
    const { act, client, text } = step;
    const { fault, leaps, clock, watcher } = this.#around;
    const { steps } = this.#played;
    const leap = leaps?.get(this.#sent);
    if (leap !== undefined) {
      await clock.leap(leap);
      steps.push(`the clock leaps by ${Math.round(leap / 60_000)} minutes`);
    }
    const kind = fault?.at === this.#sent ? fault.kind : undefined;
    this.#sent += 1;
    if (kind === 'dead before') return await this.#killServer();
    act.waiting.splice(act.waiting.indexOf(step), 1);
    act.running.push(step);
    act.last = { text, again: act.last.text === text ? act.last.again + 1 : 0 };
    steps.push(`${act.name}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}`);
    if (kind === 'killed') await breakOff(watcher, client);
    this.#endings.set(
      step,
      step.send().then(
        (value) => void (step.outcome = { value }),
        (error: unknown) => void (step.outcome = { error }),
      ),
    );
    if (kind !== 'dead after' && kind !== 'lost answer') return;
    await this.#settle();
    if (kind === 'dead after') return await this.#killServer();
    // A statement that waits for a lock keeps its answer.
    if (!step.outcome) return;
    await breakOff(watcher, client);
    step.outcome = { error: new Error('Connection terminated unexpectedly') };
  }

  /** Kills the server, and starts it again; every act asks again, while the server catches up. */
  async #killServer(): Promise<void> {
    this.#played.steps.push('the server is killed, and starts again');
    for (const act of this.#acts) {
      act.waiting = [];
      act.running = [];
    }
    await this.#around.kill();
    const catchUp = await this.#around.revive();
    const left = this.#acts.filter(({ isDone }) => !isDone);
    await this.#begin('start', catchUp);
    for (const act of left) {
      const { resolve } = act.revived;
      act.revived = Promise.withResolvers<undefined>();
      resolve(undefined);
      await this.#untilQuiet(act);
    }
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
      const { rows } = await this.#around.watcher.query<{ waits: boolean }>(
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
    const since = machineNow();
    const isBusy = () => act.waiting.length + act.running.length === 0 && !act.isDone;
    for (let turn = 0; isBusy() && machineNow() - since < INSIDE; turn += 1)
      await (turn < SOON ? setImmediate() : setTimeout(LOOK));
    // Statements that an act sends together arrive one after the other.
    for (let known = -1; known !== act.waiting.length;) {
      known = act.waiting.length;
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    }
  }

  async #untilSomethingHappens(): Promise<void> {
    const since = machineNow();
    const isIdle = () => this.#acts.every(({ waiting, isDone }) => waiting.length === 0 || isDone);
    while (isIdle() && this.#acts.some(({ isDone }) => !isDone)) {
      if (machineNow() - since > PATIENCE) {
        const left = this.#acts.filter(({ isDone }) => !isDone).map(({ name }) => name);
        throw new Error(`${left.join(', ')} went nowhere.`);
      }
      await setTimeout(LOOK);
    }
  }
}
