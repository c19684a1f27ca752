import type { Kysely } from 'kysely';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { inCore } from '#server/db/system-scope.ts';

/** One user, or all users of a client, optionally without one session. */
type Whose = ({ user: string } | { client: string }) & { keepSession?: string | undefined };

/**
 * Ends all open access when a password or email changes, or an account or client is deactivated: sessions,
 * access tokens, password links, pending changes of email, calendar feeds, and trust in browsers. The only definition of open access. Call it
 * after the change, in the same transaction: anything opening access at the same moment waits for the user's
 * row.
 */
export async function endOpenAccess(trx: Kysely<CoreTables>, whose: Whose): Promise<void> {
  const users = trx
    .selectFrom('core.users')
    .select('id')
    .where('user' in whose ? 'id' : 'client_id', '=', 'user' in whose ? whose.user : whose.client);
  await trx.deleteFrom('core.password_resets').where('user_id', 'in', users).execute();
  await trx.deleteFrom('core.email_changes').where('user_id', 'in', users).execute();
  await trx.deleteFrom('core.calendar_feeds').where('user_id', 'in', users).execute();
  await trx.deleteFrom('core.trusted_devices').where('user_id', 'in', users).execute();
  await trx.deleteFrom('core.access_tokens').where('user_id', 'in', users).execute();
  let sessions = trx.deleteFrom('core.sessions').where('user_id', 'in', users);
  if (whose.keepSession) sessions = sessions.where('id', '<>', whose.keepSession);
  await sessions.execute();
}

/** Ends all open access of an account without any other change. */
export async function signOutEverywhere(system: SystemScope, user: string): Promise<void> {
  await inCore(system, async (trx) => await endOpenAccess(trx, { user }));
}

/** Locks the account until the end of the transaction, so that opening and ending access cannot overlap. */
export async function lockUser(trx: Kysely<CoreTables>, id: string): Promise<void> {
  await trx.selectFrom('core.users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
