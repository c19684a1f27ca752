import { once } from 'node:events';
import { backUp } from '#server/backup/write-backup.ts';
import { watchMemory } from '../measure.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';

/** The message to this process, and its replies: the snapshot, after which it waits, and the figures. */
export type BackupTask = { settings: ConnectionSettings; file: string };
export type BackupAnswer =
  | { snapshot: string }
  | { rows: number; bytes: number; seconds: number; grown: number };

// A backup in a separate process, as `npm run backup` makes it.
process.once('message', (task) => void answer(task as BackupTask));

async function answer({ settings, file }: BackupTask): Promise<void> {
  let since = 0;
  const seen = async (snapshot: string) => {
    process.send?.({ snapshot } satisfies BackupAnswer);
    await once(process, 'message');
    since = performance.now();
  };
  const growth = watchMemory(process.pid);
  const { rows, bytes } = await backUp(settings, file, { seen });
  const seconds = (performance.now() - since) / 1000;
  process.send?.({ rows, bytes, seconds, grown: growth() } satisfies BackupAnswer);
  process.disconnect();
}
