import { randomUUID } from 'node:crypto';
import type { RowKind } from '#shared/protocol/row-kinds.ts';
import { addTo, announcing } from './announcements.ts';
import type { Change, Written } from './announcements.ts';
import { clientIdOf } from '#server/db/pool/client-role.ts';

/** Milliseconds between two announcements: if every commit notified, commits would wait for one another. */
const TOGETHER = 40;
/** Milliseconds before a failed announcement is retried. */
const AGAIN = 1000;

type Hear = (clientId: string, kinds: readonly RowKind[]) => unknown;

/**
 * Announces to every process of this database which rows this process has committed: the first change at
 * once, the following ones in batches.
 */
export class Announcer {
  /** Identifies this process in its announcements. */
  readonly id = randomUUID();
  readonly #send: (statement: string) => Promise<unknown>;
  readonly #hearers = new Set<Hear>();
  readonly #written: Written = new Map();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #next = 0;

  constructor(send: (statement: string) => Promise<unknown>) {
    this.#send = send;
  }

  /** Notes that rows were written by their client's role. */
  tell(role: string, change: Change): void {
    const clientId = clientIdOf(role);
    if (clientId === undefined) return;
    for (const hear of this.#hearers) hear(clientId, change.kinds);
    if (change.kinds.length === 0) return;
    addTo(this.#written, clientId, change);
    this.#schedule();
  }

  /**
   * Calls `hear` with every write at its commit, before the caller gets a response; the returned function
   * stops that.
   */
  hear(hear: Hear): () => void {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  }

  /** Announces what remains, and stops. */
  async close(): Promise<void> {
    await this.#sending;
    await this.#flush();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer || this.#sending) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#sending = this.#flush().finally(() => {
          this.#sending = undefined;
          if (this.#written.size > 0) this.#schedule();
        });
      },
      Math.max(0, this.#next - performance.now()),
    );
    this.#timer.unref();
  }

  /** Sends the collected kinds. Rows are already committed, so a failed announcement undoes nothing. */
  async #flush(): Promise<void> {
    const telling = [...this.#written.values()];
    const statement = announcing(this.#written, this.id);
    this.#written.clear();
    if (!statement) return;
    this.#next = performance.now() + TOGETHER;
    try {
      await this.#send(statement);
    } catch {
      this.#next = performance.now() + AGAIN;
      for (const { clientId, change } of telling) addTo(this.#written, clientId, change);
    }
  }
}
