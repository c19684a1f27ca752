import { UnusableBackup } from '#server/backup/container.ts';
import { DatabaseUnavailable } from '#server/db/pool/ask.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { DatabaseStartError } from '#server/embedded/start-error.ts';
import { UnusableDatabase } from '#server/db/structure/usable.ts';
import { HttpError } from '#server/errors.ts';

const IN_WORDS = [InvalidConfig, DatabaseStartError, UnusableDatabase, UnusableBackup, HttpError];

const SILENT = 'The database at DATABASE_URL does not answer. Is it running, and is the address right?';
const UNKNOWN_HOST =
  'The host that DATABASE_URL names is not known. Check its name, and that this machine can look it up.';
const UNTRUSTED =
  'The certificate of the database at DATABASE_URL is not trusted. Set sslrootcert to its CA certificate, or choose another sslmode.';
const NO_LOCKS =
  'The database has no room for more locks. Raise its max_locks_per_transaction, restart it, and run the command again.';
const CROWDED = 'The database has no connections left. Close some, or raise its max_connections.';

/**
 * Failures that an operator can fix, by system error code or SQLSTATE, optionally followed by the failed
 * call.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  EADDRINUSE: `Port ${process.env.PORT ?? '3000'} is in use. Stop what uses it, or set PORT to another number.`,
  EADDRNOTAVAIL: `HOST is ${process.env.HOST}, which isn’t an address of this machine. Set it to one, or to 0.0.0.0.`,
  'EACCES listen': `Port ${process.env.PORT ?? '3000'} may not be opened by this user. Set PORT to a number above 1023.`,
  'EACCES connect': 'This user may not enter the folder of the socket that DATABASE_URL names.',
  'ENOENT connect': 'No PostgreSQL listens on the socket that DATABASE_URL names. Is it running?',
  ENOSPC: 'The disk is full. Make room, and run the command again.',
  EDQUOT: 'The disk is full for this user. Make room, and run the command again.',
  ECONNREFUSED: SILENT,
  ECONNRESET: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'The certificate of the database at DATABASE_URL has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database is for another host than DATABASE_URL names.',
  '25006':
    'The database at DATABASE_URL can only be read: it is a replica, or set to read-only. Use the primary’s address.',
  '28000':
    'The database rejects the user of DATABASE_URL: it doesn’t know the user, or doesn’t allow connections from this machine.',
  '28P01': 'The database refuses the user or password of DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it first.',
  '53100': 'The disk of the database is full. Make room, and run the command again.',
  '53300': CROWDED,
  '53200': 'The database is out of memory. Give it more, or stop other work on it.',
  '55000': 'The database named in DATABASE_URL isn’t accepting connections.',
  '55P03':
    'Another process has been using the same data for too long: an upgrade, a backup, an import or the mirror. Nothing was changed; please try again in a moment.',
  '40P01': 'Another process was changing the same data. Nothing was changed; please try again.',
  '40001': 'Another process was changing the same data. Nothing was changed; please try again.',
  '57014': 'The database took too long to answer. Please try again when there is less traffic.',
  '57P01': 'The database was stopped. Try again when it is back.',
  '57P02': 'The database was stopped. Try again when it is back.',
  '57P03': 'The database is still starting or stopping. Start again in a moment.',
};

/** Failures without a code, by their message. */
const BY_WORDS: readonly [RegExp, string][] = [
  [
    /does not support SSL/,
    'The database at DATABASE_URL does not speak TLS. Remove sslmode from the address.',
  ],
  [/client password must be/, 'The database asks for a password, and DATABASE_URL has none.'],
  [/timeout expired|Connection terminated due to connection timeout/, SILENT],
  [
    /Connection terminated|not queryable|connection error/,
    'The connection to the database was lost. Is it running? Please try again.',
  ],
];

type Failure = Partial<NodeJS.ErrnoException> & { hint?: string };

/** The failure as a message for the operator; undefined for an unexpected one. */
export function sentenceOf(error: unknown): string | undefined {
  if (IN_WORDS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code = '', syscall = '', message = '', hint = '', cause } = error as Failure;
  // PostgreSQL has one code for its memory and for the table of its locks, and tells them apart in its hint.
  if (code === '53200' && hint.includes('max_locks_per_transaction')) return NO_LOCKS;
  const known = SENTENCES[`${code} ${syscall}`] ?? SENTENCES[code];
  if (known) return known;
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${message.split('. ')[0]}. --help shows what the command knows.`;
  if (code === '42501') return `The user of DATABASE_URL lacks a right: ${message}.`;
  const [, byWords] = BY_WORDS.find(([words]) => words.test(message)) ?? [];
  const byCause = cause === undefined ? undefined : sentenceOf(cause);
  if (byWords ?? byCause) return byWords ?? byCause;
  if (error instanceof DatabaseUnavailable) return `The database can’t be used right now: ${message}`;
  return undefined;
}

/** Prints a sentence and exits with code 1; DEBUG=1 adds the stack of an unexpected error. */
export function endWithSentence(error: unknown): never {
  const { message = String(error), stack } = error as Partial<Error>;
  const sentence =
    sentenceOf(error) ?? `Something unexpected went wrong: ${message} Run it with DEBUG=1 for details.`;
  process.stderr.write(`\n  ${sentence}\n\n`);
  if (process.env.DEBUG) process.stderr.write(`${stack}\n`);
  process.exit(1);
}
