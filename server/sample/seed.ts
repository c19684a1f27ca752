import { v7 as uuidv7 } from 'uuid';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { Config } from '#server/config.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import type { Database } from '#server/db/database.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { readSampleAccounts, seedSample } from '#server/sample/seed-sample.ts';
import { hashPassword, refuseWeakPassword } from '#server/secrets/passwords.ts';
import { nameOfEmail } from '#server/features/access-links/name-of-email.ts';

/**
 * Fills an empty database once: with the superadmin from the environment, otherwise with sample data. Returns
 * the sign-ins to print, undefined when there are none. Throws InvalidConfig for an invalid superadmin.
 */
export async function seed(database: Database, config: Config): Promise<string | undefined> {
  const someone = await openCore(database).selectFrom('core.users').select('id').limit(1).executeTakeFirst();
  if (!someone && config.superadmin) await createSuperadmin(database, config.superadmin);
  else if (!someone && config.demo) await seedSample(database, config.dataDir);
  else if (!someone)
    return 'Nobody can sign in yet: set SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD and start again.';
  return config.demo
    ? await readSampleAccounts(database, config.dataDir, !someone && process.stdout.isTTY)
    : undefined;
}

async function createSuperadmin(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await refuseWeakPassword(password, [email, 'lms']).catch((error: Error) => {
    throw new InvalidConfig(`SUPERADMIN_PASSWORD: ${error.message}`);
  });
  await openCore(database)
    .insertInto('core.users')
    .values({
      id: uuidv7(),
      ...nameOfEmail(email),
      email,
      email_norm: normaliseEmail(email),
      password_hash: await hashPassword(password),
      role_id: ROLE_IDS.superadmin,
      client_id: null,
      phone: null,
      date_of_birth: null,
      created_by: null,
    })
    .onConflict((conflict) => conflict.column('email_norm').doNothing())
    .execute();
}
