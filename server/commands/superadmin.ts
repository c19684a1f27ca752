// npm run superadmin: restores an operator's access when no Super Admin can sign in any more.
import { parseArgs } from 'node:util';
import { RESET_LINK_MINUTES } from '#shared/accounts/access-links.ts';
import { EMAIL } from '#shared/fields/fields.ts';
import { runCommand } from './command.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { letSuperadminIn } from '#server/features/access-links/superadmin-link.queries.ts';
import { withDatabase } from './with-database.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } }, strict: false });
  const email = typeof values.email === 'string' ? values.email.trim() : '';
  if (!EMAIL().test(email))
    throw new InvalidConfig('Give the Super Admin’s email: npm run superadmin -- --email you@company.com');
  await withDatabase(async (database, { publicUrl }) => {
    const { token } = await letSuperadminIn(database, email);
    process.stdout.write(
      `\n  ${email} is now a Super Admin. Choose a password here (works once, within ${RESET_LINK_MINUTES} minutes):\n\n  ${publicUrl}/reset-password#${token}\n\n`,
    );
  });
}

runCommand(
  ['npm run superadmin -- --email EMAIL    makes EMAIL a Super Admin and prints a link to choose a password'],
  run,
);
