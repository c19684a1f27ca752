import { sql } from 'kysely';
import { PROOF_MINUTES } from '#shared/accounts/proof-needed.ts';
import type { Account } from '#server/accounts/account.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import { provePassword } from '#server/features/auth/sign-in-limits.queries.ts';

/** Notes that the session's user has just proven who they are. */
export async function noteProof(system: SystemScope, sessionId: string): Promise<void> {
  await openCore(system)
    .updateTable('core.sessions')
    .set({ proven_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/**
 * Whether the session's user has proven who they are within the last ten minutes, or does so by this password.
 * Throws 422 for a wrong password, 429 after too many.
 */
export async function isProven(
  system: SystemScope,
  { sessionId, account }: { sessionId: string; account?: Account },
  password: string | undefined,
): Promise<boolean> {
  if (password !== undefined && account) {
    await provePassword(system, account, password);
    await noteProof(system, sessionId);
    return true;
  }
  const session = await openCore(system)
    .selectFrom('core.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('proven_at', '>', sql<Date>`now() - make_interval(mins => ${PROOF_MINUTES})`)
    .executeTakeFirst();
  return session !== undefined;
}
