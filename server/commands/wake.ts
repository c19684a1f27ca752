// npm run wake: lets a restored installation send emails, webhooks and questions to portals again.
import { isAsleep, wake } from '#server/backup/asleep.ts';
import { readConfig } from '#server/config.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { runCommand } from './command.ts';

runCommand(['npm run wake    lets a restored installation send emails and webhooks again'], async () => {
  const { dataDir } = readConfig();
  if (!isAsleep(dataDir)) throw new InvalidConfig(`The installation in ${dataDir} isn’t asleep.`);
  wake(dataDir);
  process.stdout.write('\n  From the next start on, this installation sends emails and webhooks again.\n\n');
  await Promise.resolve();
});
