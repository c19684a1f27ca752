import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner } from '#server/embedded/folders.ts';

const FILE = 'last-rehearsal.json';
const Noted = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  problems: z.array(z.string()),
  /** The last rehearsal without a problem, in milliseconds since 1970. */
  goodAt: z.optional(z.number()),
});
/** When the backup was last rehearsed, and what was wrong with it. */
export type Noted = z.infer<typeof Noted>;

/**
 * Whether a server restores its backups for a trial by itself. A rehearsal uses the embedded database, which
 * an installation with DATABASE_URL need not have.
 */
export const isRehearsed = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean =>
  databaseUrl === undefined;

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

/** Notes a rehearsal that has just ended, and keeps the date of the last one without a problem. */
export function noteRehearsal(dataDir: string, problems: string[], at = Date.now()): void {
  const goodAt = problems.length === 0 ? at : lastRehearsal(dataDir)?.goodAt;
  const noted: Noted = { at, problems, ...(goodAt !== undefined && { goodAt }) };
  const file = join(dataDir, FILE);
  writeFileSync(file, `${JSON.stringify(noted)}\n`, { mode: 0o600 });
  giveTo(folderOwner(dataDir), file);
}
