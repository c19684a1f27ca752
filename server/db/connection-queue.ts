/** Requests that may be served before an older one that waits. */
const MAX_PASSED_OVER = 32;

export type Waiting = { readonly role: string | null };

/** How well a connection knows the tables and plans of a role; more is better. */
export type Familiarity = (role: string | null) => number;

type Place<W> = { waiter: W; passedOver: number };

/**
 * The requests that wait for a connection, and whose turn is next: first a request of the role that holds the fewest
 * connections, so that one client's many requests keep nobody else's few waiting; among equals, a request whose role the
 * connection knows best. A role holds `mostPerRole` connections at most, but for the login role (null), which all
 * sign-ins share. Nobody is passed over for long.
 */
export class ConnectionQueue<W extends Waiting> {
  readonly #mostPerRole: number;
  readonly #places: Place<W>[] = [];
  readonly #held = new Map<string | null, number>();

  constructor(mostPerRole: number) {
    this.#mostPerRole = mostPerRole;
  }

  /** Whether one more connection may act as this role. */
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
    this.#places.push({ waiter, passedOver: 0 });
  }

  /** False when the waiter has been served meanwhile. */
  remove(waiter: W): boolean {
    const at = this.#places.findIndex((place) => place.waiter === waiter);
    if (at >= 0) this.#places.splice(at, 1);
    return at >= 0;
  }

  removeAll(): W[] {
    return this.#places.splice(0).map(({ waiter }) => waiter);
  }

  get size(): number {
    return this.#places.length;
  }

  /** The request that has waited longest. */
  get first(): W | undefined {
    return this.#places[0]?.waiter;
  }

  /** How many of the waiting requests could hold a connection now, each role within its share. */
  get servable(): number {
    const wanted = new Map<string | null, number>();
    for (const { waiter } of this.#places) wanted.set(waiter.role, (wanted.get(waiter.role) ?? 0) + 1);
    return [...wanted].reduce((sum, [role, count]) => {
      const free = role === null ? count : Math.max(0, this.#mostPerRole - this.#holds(role));
      return sum + Math.min(count, free);
    }, 0);
  }

  /**
   * Takes the request out whose turn it is with a connection that knows roles so well; undefined when nobody may have a
   * connection now.
   */
  next(familiarity: Familiarity): W | undefined {
    const able = this.#places.filter(({ waiter }) => this.mayHold(waiter.role));
    const [first] = able;
    if (!first) return undefined;
    const chosen = first.passedOver >= MAX_PASSED_OVER ? first : this.#fairest(able, first, familiarity);
    if (chosen !== first) for (const place of able.slice(0, able.indexOf(chosen))) place.passedOver += 1;
    this.remove(chosen.waiter);
    return chosen.waiter;
  }

  #fairest(able: Place<W>[], first: Place<W>, familiarity: Familiarity): Place<W> {
    const rank = ({ waiter: { role } }: Place<W>) => ({ held: this.#holds(role), known: familiarity(role) });
    let [best, rankOfBest] = [first, rank(first)];
    for (const place of able.slice(1)) {
      const { held, known } = rank(place);
      if (held > rankOfBest.held || (held === rankOfBest.held && known <= rankOfBest.known)) continue;
      [best, rankOfBest] = [place, { held, known }];
    }
    return best;
  }

  #holds(role: string | null): number {
    return this.#held.get(role) ?? 0;
  }
}
