import { rmSync } from 'node:fs';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { openDataFolder } from '#server/embedded/folders.ts';

/** Room for the pools of four processes. */
const CONNECTIONS = 60;

/** Registers the shutdown of something the measurement started; the last one started ends first. */
type AtEnd = (end: () => unknown) => void;

/** Measures on an empty database in its own folder, which is removed afterwards. */
export async function withOwnDatabase<Result>(
  folder: string,
  measure: (database: EmbeddedDatabase, atEnd: AtEnd) => Promise<Result>,
): Promise<Result> {
  rmSync(folder, { recursive: true, force: true });
  const ends: Parameters<AtEnd>[0][] = [];
  try {
    const database = await startEmbeddedDatabase({
      memory: 1024,
      connections: CONNECTIONS,
      dataDir: openDataFolder(folder),
      log: { info() {}, warn: console.warn, error: console.error },
    });
    ends.push(database.stop);
    return await measure(database, (end) => ends.push(end));
  } finally {
    for (const end of ends.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}
