/** Milliseconds from a request's arrival after which it can no longer be overtaken. */
const PATIENCE = 250;

/** A request: the role it needs, and when it arrived (`performance.now()`). */
export type Waiting = { readonly role: string | null; readonly arrived: number };

/** How warm a connection's caches are for a role; higher is better. */
export type Familiarity = (role: string | null) => number;

/**
 * The requests that wait for a connection, and which one is next: a request of the role with the fewest
 * connections goes first, so one client's many requests do not delay another's few; among equals, the one
 * whose role the connection knows best. A role holds at most `mostPerRole` connections, except the login role
 * (null), which all sign-ins share. Nobody is overtaken for long: then the request that arrived first goes
 * first, so a server with too much to do finishes what it has begun and refuses what it has not.
 */
export class ConnectionQueue<W extends Waiting> {
  readonly #mostPerRole: number;
  readonly #waiting: W[] = [];
  readonly #held = new Map<string | null, number>();

  constructor(mostPerRole: number) {
    this.#mostPerRole = mostPerRole;
  }

  /** Whether this role may hold one more connection. */
  mayHold(role: string | null): boolean {
    return role === null || this.#holds(role) < this.#mostPerRole;
  }

  noteTaken(role: string | null): void {
    this.#held.set(role, this.#holds(role) + 1);
  }

  noteGivenBack(role: string | null): void {
    const left = this.#holds(role) - 1;
    if (left > 0) this.#held.set(role, left);
    else this.#held.delete(role);
  }

  add(waiter: W): void {
    this.#waiting.push(waiter);
  }

  /** False when the waiter has already been served. */
  remove(waiter: W): boolean {
    const at = this.#waiting.indexOf(waiter);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  removeAll(): W[] {
    return this.#waiting.splice(0);
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** The request that has waited longest. */
  get first(): W | undefined {
    return this.#waiting[0];
  }

  /** How many of the waiting requests could get a connection now, each role within its share. */
  get servable(): number {
    const wanted = new Map<string | null, number>();
    for (const { role } of this.#waiting) wanted.set(role, (wanted.get(role) ?? 0) + 1);
    return [...wanted].reduce((sum, [role, count]) => {
      const free = role === null ? count : Math.max(0, this.#mostPerRole - this.#holds(role));
      return sum + Math.min(count, free);
    }, 0);
  }

  /**
   * Removes and returns the next request for a connection with this knowledge of roles; undefined when no
   * role may have a connection at `now`.
   */
  next(familiarity: Familiarity, now = performance.now()): W | undefined {
    const able = this.#waiting.filter(({ role }) => this.mayHold(role));
    if (able.length === 0) return undefined;
    const first = able.reduce((oldest, each) => (each.arrived < oldest.arrived ? each : oldest));
    const next = now - first.arrived > PATIENCE ? first : this.#fairest(able, familiarity);
    this.remove(next);
    return next;
  }

  #fairest(able: readonly W[], familiarity: Familiarity): W {
    const fewest = Math.min(...able.map(({ role }) => this.#holds(role)));
    const fair = able.filter(({ role }) => this.#holds(role) === fewest);
    return fair.reduce((best, each) => (familiarity(each.role) > familiarity(best.role) ? each : best));
  }

  #holds(role: string | null): number {
    return this.#held.get(role) ?? 0;
  }
}
