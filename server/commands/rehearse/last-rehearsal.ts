import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const FILE = 'last-rehearsal.json';
const Noted = z.object({ at: z.number(), problems: z.array(z.string()) });
/** When the backup was last rehearsed (milliseconds since 1970), and what was wrong with it. */
export type Noted = z.infer<typeof Noted>;

/** The last rehearsal; undefined if there was none, or its note is damaged. */
export function lastRehearsal(dataDir: string): Noted | undefined {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return undefined;
  try {
    return Noted.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

export function noteRehearsal(dataDir: string, noted: Noted): void {
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
}
