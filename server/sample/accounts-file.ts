import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TIME_ZONE, formatDate } from '#shared/values/dates.ts';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner } from '#server/embedded/folders.ts';

/** One sign-in; `client` describes the data that the user sees. */
export type SignIn = { role: string; client: string; email: string; password: string };

/** @internal */
export const accountsFile = (dataDir: string) => join(dataDir, 'sample-accounts.txt');

/** Letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twelve random characters in groups of four, about 59 bits, easily typed from a screen. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}

/**
 * Stores the sign-ins where only the owner of the data folder can read them; the file is complete or absent.
 */
export function writeAccountsFile(dataDir: string, signIns: readonly SignIn[]): void {
  const file = accountsFile(dataDir);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const text = `LMS sample sign-ins, made on ${formatDate(new Date(), DEFAULT_TIME_ZONE)}\n\n${table(signIns)}\n`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    giveTo(folderOwner(dataDir), draft);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function table(signIns: readonly SignIn[]): string {
  const rows = [
    ['Role', 'Client', 'Email', 'Password'],
    ...signIns.map(({ role, client, email, password }) => [role, client, email, password]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  rows.splice(
    1,
    0,
    widths.map((width) => '─'.repeat(width)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line that shows where the sign-ins are, once they have been displayed. */
export function accountsPlace(dataDir: string): string {
  const file = accountsFile(dataDir);
  return existsSync(file)
    ? `  Sample sign-ins: ${file}`
    : `  The sample sign-ins were in ${file}, which is gone.`;
}

/** The sign-ins for a terminal, or a line that shows where their file was. */
export function showAccountsFile(dataDir: string): string {
  const file = accountsFile(dataDir);
  try {
    const text = readFileSync(file, 'utf8')
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '  ');
    return `${text}\n\n  Kept in ${file}, which only its owner can read. A password that you change is not noted there.`;
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return `  The sample sign-ins were in ${file}, which ${isGone ? 'is gone' : 'cannot be read'}.`;
  }
}
