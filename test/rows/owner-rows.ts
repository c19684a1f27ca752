import type { TestDatabase } from '#test/database.ts';

/** Runs a statement as owner, and returns its rows with the type that the caller states. */
export async function ownerRows<Row = unknown>(
  { database }: Pick<TestDatabase, 'database'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return await database.asOwner(async (owner) => (await owner.query(text, values)).rows as Row[]);
}
