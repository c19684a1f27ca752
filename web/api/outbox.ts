import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { Answer } from '#web/api/answer.ts';
import { send } from '#web/api/send.ts';
import { ApiError, messageOf, statusOf } from '#web/lib/errors.ts';
import { checkOnline, isOnline, whenOnline } from '#web/lib/online.ts';
import { sessionLife } from '#web/lib/session-life.ts';

/** The properties of an endpoint that a call needs; the browser can store them. */
type Call = Pick<Endpoint, 'method' | 'path' | 'permission' | 'changes' | 'mayWait' | 'isShownOnce'>;
/** A change that the server has not confirmed. Sent again, it carries the same key and takes effect once. */
export type Act = { endpoint: Call; input: unknown; key: string; about?: string | undefined };
/** A change that was shown and then refused. */
export type Refusal = { key: string; about: string | undefined; reason: string };
type Shown = { waiting: number; refused: readonly Refusal[] };
type Versioned = { params?: { id?: string }; body?: { version?: unknown } };
type Waiting = Act & {
  tries: number;
  /** Whether the act has met a lost connection. */
  hasWaited: boolean;
  /** Whether the server may have got the act. */
  wasSent?: boolean;
  answered: (answer: Answer<unknown>) => void;
  failed: (error: unknown) => void;
};

const SHOWN_ONCE =
  'You’re offline. The answer is shown only once, so this isn’t sent later. Try again when you’re back online.';
/** How often an act is sent again while the server can be reached, and while it asks to try later. */
const MOST_TRIES = 6;
const MOST_BUSY = 40;
/** Milliseconds before the first repetition, and before each one while the server is busy. */
const FIRST_PAUSE = 300;
const BUSY_PAUSE = 2000;
/** Milliseconds for which reading waits for changes that are being sent. */
const LONGEST_WAIT = 10_000;

/**
 * Whether a change that waits is sent after its page is gone: acts, and edits of leads. Changes of accounts, keys
 * and settings are not made behind the user's back, and only their page could show a new secret.
 */
export const outlastsPage = ({ endpoint }: Act): boolean =>
  endpoint.mayWait === true || endpoint.permission === 'leads.write';

/**
 * The changes of a session on their way to the server. Acts (`mayWait`) are sent one after the other, in the
 * order of the user; without a connection every change waits. An act whose response was lost is sent again.
 */
export class Outbox {
  #acts: Waiting[] = [];
  #shown: Shown = { waiting: 0, refused: [] };
  #refused: readonly Refusal[] = [];
  #keep: (() => Promise<void>) | undefined;
  #kept = Promise.resolve();
  #isRunning = false;
  readonly #listeners = new Set<() => void>();
  readonly #life = sessionLife();
  /** Says what a change is about, for a refusal; set by code that the first screen does not need. */
  aboutOf: (input: unknown) => string | undefined = () => undefined;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The number of changes that wait for a connection, and those that were refused afterwards. */
  readonly shown = () => this.#shown;

  /** The changes without an answer that outlast their page, in their order, for the browser's storage. */
  unsent(): Act[] {
    const acts = this.#acts.filter(outlastsPage);
    return acts.map(({ endpoint, input, key, about }) => ({ endpoint, input, key, about }));
  }

  /** Whether changes are on their way: what is read meanwhile does not include them. */
  get isBusy(): boolean {
    return this.#acts.length > 0;
  }

  post(act: Act): Promise<Answer<unknown>> {
    if (act.endpoint.isShownOnce && !isOnline())
      return Promise.reject(new ApiError(SHOWN_ONCE, 0, 'offline'));
    const goesAtOnce = isOnline() && !act.endpoint.mayWait;
    if (goesAtOnce) return send(act.endpoint as Endpoint, act.input as never, { idempotencyKey: act.key });
    return new Promise((answered, failed) => {
      this.#acts.push({ ...act, tries: 0, hasWaited: !isOnline(), answered, failed });
      this.#publish();
      void this.#run();
    });
  }

  /** Takes a change that an earlier page has left in the browser. */
  take(act: Act): Promise<Answer<unknown>> {
    return new Promise((answered, failed) => {
      if (this.#acts.some(({ key }) => key === act.key)) return;
      this.#acts.push({ ...act, tries: 0, hasWaited: true, answered, failed });
      this.#publish();
      void this.#run();
    });
  }

  /**
   * Takes the latest of these changes back, unless the server may have got it; its call then fails as `isWithdrawn`. Returns
   * whether it was taken back.
   */
  withdraw({ path, method }: Endpoint, isMeant: (input: never) => boolean): boolean {
    const act = this.#acts.findLast(
      ({ endpoint, input }) =>
        endpoint.path === path && endpoint.method === method && isMeant(input as never),
    );
    if (!act || act.wasSent) return false;
    this.#acts = this.#acts.filter((one) => one !== act);
    this.#publish();
    act.failed(new ApiError('', 0, 'withdrawn'));
    return true;
  }

  /**
   * Resolves when the changes that waited for a connection are sent, at the latest after ten seconds: what is
   * read before does not include them.
   */
  whenSent(): Promise<void> {
    if (this.#shown.waiting === 0 || !isOnline()) return Promise.resolve();
    const sent = new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#shown.waiting > 0) return;
        stop();
        resolve();
      });
    });
    return Promise.race([sent, pause(LONGEST_WAIT)]);
  }

  /** Has every change that waits stored before it counts as waiting; undefined ends this. */
  keepWith(keep: (() => Promise<void>) | undefined): void {
    this.#keep = keep;
    this.#publish();
  }

  dismiss(): void {
    this.#publish([]);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#acts.length > 0) {
      await whenOnline();
      // The next session's token must not send what this one has left.
      if (this.#life.aborted) return;
      const [act] = this.#acts;
      if (act) await this.#send(act);
    }
    this.#isRunning = false;
  }

  async #send(act: Waiting): Promise<void> {
    const { endpoint, input, key } = act;
    act.wasSent = true;
    try {
      const answer = await send(endpoint as Endpoint, input as never, { idempotencyKey: key });
      this.#acts.shift();
      this.#rebase(act, answer.data);
      this.#publish();
      act.answered(answer);
    } catch (error) {
      if (await this.#mayTryAgain(act, error)) return;
      this.#acts.shift();
      this.#publish();
      act.failed(error);
      if (act.hasWaited) await this.#list(act, error);
    }
  }

  /** Bases the later changes of a row on the version that this one has made: only somebody else's is a conflict. */
  #rebase({ input }: Act, data: unknown): void {
    const [{ params, body }, row] = [input as Versioned, data as Versioned['body']];
    if (body?.version === undefined || row?.version === undefined) return;
    for (const act of this.#acts) {
      const later = act.input as Versioned;
      if (later.params?.id === params?.id && later.body?.version === body.version)
        act.input = { ...later, body: { ...later.body, version: row.version } };
    }
  }

  /** Waits before the next try; resolves to false for a failure that stays. */
  async #mayTryAgain(act: Waiting, error: unknown): Promise<boolean> {
    act.tries += 1;
    // The user has gone on after an act, so a busy server is no reason to give it back.
    if ([429, 502, 503, 504].includes(statusOf(error) ?? 0)) {
      await pause(BUSY_PAUSE);
      return act.tries < (act.hasWaited ? MOST_BUSY : MOST_TRIES);
    }
    if (!isLost(error)) return false;
    if (await checkOnline()) {
      await pause(FIRST_PAUSE * 2 ** act.tries);
      return act.tries < MOST_TRIES;
    }
    act.hasWaited = true;
    act.tries = 0;
    this.#publish();
    return true;
  }

  /** Lists a refusal that the code that made the change has not settled by then. */
  async #list({ key, about, input }: Waiting, error: unknown): Promise<void> {
    await pause(0);
    if (error instanceof ApiError && error.isSettled) return;
    const reason = messageOf(error, 'Please try again.');
    this.#publish([...this.#refused, { key, about: about ?? this.aboutOf(input), reason }]);
  }

  #publish(refused = this.#refused): void {
    this.#refused = refused;
    for (const act of this.#acts) if (act.hasWaited) act.about ??= this.aboutOf(act.input);
    const waiting = this.#acts.filter(({ hasWaited }) => hasWaited).length;
    const show = () => {
      this.#shown = { waiting, refused };
      for (const listener of this.#listeners) listener();
    };
    if (!this.#keep || (waiting === 0 && this.#shown.waiting === 0)) return show();
    this.#kept = this.#kept.then(this.#keep).then(show, show);
  }
}

/** Whether there was no response, so that the change may or may not have been made. */
const isLost = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.code === 'timeout';

const pause = (time: number) => new Promise<void>((resolve) => void setTimeout(resolve, time));

const outboxes = new WeakMap<QueryClient, Outbox>();

/** The outbox of the session with these responses. */
export function outboxOf(queries: QueryClient): Outbox {
  const found = outboxes.get(queries) ?? new Outbox();
  outboxes.set(queries, found);
  return found;
}
