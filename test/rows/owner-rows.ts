import type { TestDatabase } from '#test/database.ts';
import { readerOf } from '#test/rows/reader.ts';

/** Runs a statement as owner, and returns its rows with the type that the caller states. */
export async function ownerRows<Row = unknown>(
  test: Pick<TestDatabase, 'database' | 'owner'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (text.startsWith('SELECT')) return (await (await readerOf(test)).query(text, values)).rows as Row[];
  return await test.database.asOwner(async (owner) => (await owner.query(text, values)).rows as Row[]);
}
