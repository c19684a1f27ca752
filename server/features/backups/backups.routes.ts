import { backups } from '#shared/installation/backups.ts';
import { checkAsleep, checkBackups, checkRehearsal } from '#server/backup/check-backups.ts';
import { isBackedUp } from '#server/backup/nightly.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function backupRoutes(server: Server): void {
  const { config } = server;
  serve(server, backups.check, async () => {
    // The folder of BACKUP_TO is left to the doctor: a request must not wait for a disk that is away.
    const findings = isBackedUp(config)
      ? [...checkAsleep(config), ...checkBackups(config), ...checkRehearsal(config)]
      : checkAsleep(config);
    return { data: findings.map(({ part: _part, ...finding }) => finding) };
  });
}
