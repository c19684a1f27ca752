import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * Waits until no other transaction, in whatever process, has the turn of this name; holds it until the
 * caller's transaction ends.
 */
export async function takeTurn(trx: QueryExecutorProvider, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
