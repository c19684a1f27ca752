// npm run superadmin: lets an operator back in when no Super Admin can sign in any more.
import { parseArgs } from 'node:util';
import { RESET_LINK_MINUTES } from '#shared/access-links.ts';
import { EMAIL } from '#shared/fields.ts';
import { InvalidConfig, readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { ownerOf, ownerOfRunning } from '#server/db/owner.ts';
import { endWithSentence } from '#server/end-with-sentence.ts';
import { letSuperadminIn } from '#server/features/access-links/superadmin-link.queries.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** On the database of the settings; on the embedded one whether its server runs or not. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } }, strict: false });
  const email = typeof values.email === 'string' ? values.email.trim() : '';
  if (!EMAIL().test(email))
    throw new InvalidConfig(
      'Name the e-mail of the Super Admin: npm run superadmin -- --email you@company.com',
    );
  const { dataDir: wanted, databaseUrl, publicUrl } = readConfig();
  const dataDir = openDataFolder(wanted);
  const known = databaseUrl ? ownerOf(databaseUrl) : await ownerOfRunning(dataDir);
  const embedded = known ? undefined : await startEmbeddedDatabase({ dataDir, log: quiet });
  const owner = known ?? embedded?.owner;
  try {
    const database = await openDatabase(owner ?? {}, secretOf(dataDir, 'installation', folderOwner(dataDir)));
    const { token } = await letSuperadminIn(database, email).finally(async () => await database.close());
    process.stdout.write(
      `\n  ${email} is a Super Admin and chooses a password here, once, within ${RESET_LINK_MINUTES} minutes:\n\n  ${publicUrl}/reset-password#${token}\n\n`,
    );
  } finally {
    await embedded?.stop();
  }
}

run().catch(endWithSentence);
