import type { Kysely, Transaction } from 'kysely';
import type { CoreTables } from '#server/db/tables/core-tables.ts';

/**
 * Accounts, sessions and clients, closed: any code may pass this on, but only `openCore` opens it.
 * `.dependency-cruiser.mjs` lists the files that may import that.
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

/** An object that gives access to accounts: the database, or the scope of a request. */
export type SystemScope = { readonly core: ClosedCore };

/**
 * Opens the account tables for sign-in, administration and seeding, never for a feature's rows. Each query
 * must restrict itself to its user.
 */
export const openCore = ClosedCore.open;

/** Runs `work` in a transaction on the account tables, under the same restriction as `openCore`. */
export const inCore = async <Result>(
  system: SystemScope,
  work: (trx: Transaction<CoreTables>) => Promise<Result>,
): Promise<Result> => await openCore(system).transaction().execute(work);
