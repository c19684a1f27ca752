import type { ScopedDb } from '#server/db/scope.ts';

/**
 * Holds the row of a client's person until the transaction ends, so that two calls about the same person take turns. Answers
 * whether the client has such a person still.
 */
export async function lockMember(db: ScopedDb, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('members')
    .select('belongs')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return known?.belongs ?? false;
}
