import type { Kysely } from 'kysely';
import type { CoreTables } from '#server/db/core-tables.ts';

/**
 * Accounts, sessions and the register of clients, closed: anybody may hand this on, and `openCore` alone opens it. Who
 * may import that is a list in `.dependency-cruiser.mjs`.
 */
export class ClosedCore {
  readonly #tables: Kysely<CoreTables>;

  constructor(tables: Kysely<CoreTables>) {
    this.#tables = tables;
  }

  static open({ core }: SystemScope): Kysely<CoreTables> {
    return core.#tables;
  }
}

/** Whatever leads to accounts: the database, the scope of a request. */
export type SystemScope = { readonly core: ClosedCore };

/** The tables of accounts: for sign-in, administration and seed, never for a feature's rows. A query narrows by its user itself. */
export const openCore = ClosedCore.open;
