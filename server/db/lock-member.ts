import type { ScopedDb } from '#server/db/scope.ts';

/**
 * Locks the row of a client's user until the transaction ends, so that concurrent calls about the same user
 * run one at a time. Returns whether the user still belongs to the client.
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
