import type { TestDatabase } from '#test/database.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

/** Moves the last proof of a user's sessions this many seconds into the past: by default, too far. */
export async function ageProof(
  app: Pick<TestDatabase, 'database' | 'owner'>,
  { id }: { id: string },
  seconds = 601,
): Promise<void> {
  const past = 'UPDATE core.sessions SET proven_at = now() - make_interval(secs => $2) WHERE user_id = $1';
  await ownerRows(app, past, [id, seconds]);
}
