import type { CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely';

/** A placeholder in a compiled statement for a value that each run supplies. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const MOST = 5000;

/**
 * Statements compiled once per key, with slots for their values: a statement of fifty columns takes longer to
 * build than a row to copy. The key must determine everything except the slots.
 */
export class CompiledOnce<Name extends string> {
  readonly #slots: Record<Name, string>;
  readonly #known = new Map<string, CompiledQuery>();

  constructor(names: readonly Name[]) {
    // A Slot is passed where Kysely expects a bound string.
    this.#slots = Object.fromEntries(names.map((name) => [name, new Slot(name)])) as never;
  }

  /** The statement for this key with these values. */
  get<T>(
    key: string,
    values: Partial<Record<Name, unknown>>,
    build: (slots: Record<Name, string>) => RawBuilder<T>,
    executor: QueryExecutorProvider,
  ): CompiledQuery<T> {
    let known = this.#known.get(key);
    if (!known) {
      if (this.#known.size >= MOST) this.#known.clear();
      known = build(this.#slots).compile(executor);
      this.#known.set(key, known);
    }
    const parameters = known.parameters.map((value) =>
      value instanceof Slot ? values[value.name as Name] : value,
    );
    return { ...known, parameters };
  }
}
