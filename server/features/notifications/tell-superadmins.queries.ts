import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { line } from '#server/outside/mail.ts';

/** Emails every active superadmin why the continuous backup has stopped. Throws when none could be reached. */
export async function tellSuperadmins(
  database: Database,
  { sendMail, backupTo, publicUrl }: Config,
  reason: string,
): Promise<void> {
  if (!sendMail) return;
  const superadmins = await openCore(database)
    .selectFrom('core.users')
    .select('email')
    .where('role_id', '=', ROLE_IDS.superadmin)
    .where('is_active', '=', true)
    .execute();
  const text = [
    `The continuous backup of ${publicUrl} to ${line(backupTo ?? '')} has been failing for ten minutes:`,
    line(reason),
    'People can keep working. Until it is fixed, anything people enter is lost if the disk fails.',
  ].join('\n\n');
  const subject = 'LMS: continuous backup has stopped';
  await Promise.any(superadmins.map(async ({ email }) => await sendMail({ to: email, subject, text }))).catch(
    ({ errors }: AggregateError) => {
      throw errors[0] ?? new Error('There is no active Super Admin.');
    },
  );
}
