import pg from 'pg';
import type { TestDatabase } from '#test/database.ts';

const readers = new WeakMap<TestDatabase['database'], Promise<pg.Client>>();

/**
 * A connection as owner that stays open for a test's reads, while `asOwner` opens one for each. It caches the
 * tables and the query over all of them.
 */
export async function readerOf({
  database,
  owner,
}: Pick<TestDatabase, 'database' | 'owner'>): Promise<pg.Client> {
  const open = async () => {
    const reader = new pg.Client({ ...owner, application_name: 'lms owner' });
    // The database is dropped behind the last test, with the connections to it, or breaks off during one.
    reader.on('error', () => {});
    reader.on('end', () => void readers.delete(database));
    await reader.connect();
    // Starting helpers for the many tables takes ten times as long as reading them.
    await reader.query("SET search_path = ''; SET max_parallel_workers_per_gather = 0");
    return reader;
  };
  const known = readers.get(database) ?? open();
  readers.set(database, known);
  return await known.catch((error: unknown) => {
    readers.delete(database);
    throw error;
  });
}
