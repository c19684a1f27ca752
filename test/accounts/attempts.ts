import type { TestApp } from '#test/app.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

/**
 * Moves the failed attempts a minute ahead: the pause after five of them lasts a second, in which a slow
 * machine may not get to the next attempt.
 */
export async function prolongPause(app: TestApp): Promise<void> {
  await ownerRows(app, "UPDATE core.sign_in_attempts SET at = at + interval '1 minute' WHERE failed");
}
