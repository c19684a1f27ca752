import { UnusableBackup } from '#server/backup/container.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { DatabaseStartError } from '#server/embedded/start-error.ts';
import { UnusableDatabase } from '#server/db/migrate.ts';
import { HttpError } from '#server/errors.ts';

/** Ends the process with 1. An error that an operator can mend is one sentence; any other keeps its stack. */
export function endWithSentence(error: unknown): never {
  const inWords = [InvalidConfig, DatabaseStartError, UnusableDatabase, UnusableBackup, HttpError].some(
    (kind) => error instanceof kind,
  );
  const known: Record<string, string> = {
    EADDRINUSE: `Port ${process.env.PORT ?? '3000'} is in use. Stop what uses it, or set PORT to another number.`,
    'EACCES listen': `Port ${process.env.PORT ?? '3000'} may not be opened by this user. Set PORT to a number above 1023.`,
    'EACCES connect': 'This user may not enter the folder of the socket that DATABASE_URL names.',
    ECONNREFUSED: 'The database at DATABASE_URL does not answer. Is it running, and is the address right?',
    '57P03': 'The database is still starting or stopping. Start again in a moment.',
    '28P01': 'The database refuses the user or password of DATABASE_URL.',
    '3D000': 'The database named in DATABASE_URL does not exist. Create it first.',
  };
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  const sentence = inWords ? (error as Error).message : (known[code] ?? known[`${code} ${syscall}`]);
  process.stderr.write(
    sentence ? `\n  ${sentence}\n\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
