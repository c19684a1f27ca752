import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '#shared/accounts/auth.ts';
import { passwordTooShort } from '#shared/accounts/password.ts';
import { EMAIL } from '#shared/fields/fields.ts';
import { HttpError, InvalidInput } from '#server/errors.ts';
import { FairSlots } from '#server/fair-slots.ts';
import { showPlaces } from '#server/metrics.ts';
import { isCommonPassword } from '#server/secrets/common-passwords.ts';

const hashArgon2 = promisify(argon2);

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane; about 16 ms. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** libuv has four threads: more hashes at once would starve everything else. */
const places = new FairSlots({
  most: 4,
  mostPerOwner: 4,
  waiting: 64,
  waitingPerOwner: 64,
  refusal: () =>
    new HttpError(503, 'busy', 'Too many people are signing in. Please try again in a moment.', {
      retryAfter: 2,
    }),
});
showPlaces('passwords', places);
/** One owner for all: before hashing, nobody knows whose password this is. */
const ANYBODY = 'anybody';

async function argon2id(password: string, nonce: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const work = async () => await hashArgon2('argon2id', { message, nonce, ...parameters });
  return await places.during(ANYBODY, undefined, work);
}

/** The hash as a PHC string with its parameters, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id(password, nonce, PARAMETERS);
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
let dummy: Promise<string> | undefined;

/**
 * Compares a password with its hash in constant time; an unknown account (undefined) costs one hash as well.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  const [, memory, passes, parallelism, nonce = '', tag = ''] = PHC.exec(stored ?? (await dummy)) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const actual = await argon2id(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

let least = MIN_PASSWORD_LENGTH;

export const leastPasswordLength = (): number => least;

/** Sets the minimum length of new passwords for this process: once, before the first request. */
export function requirePasswordLength(length: number): void {
  least = length;
}

/**
 * Rejects new passwords that are too short or too long, too common, derived from the account's own data, an email address, or
 * too short when trimmed. Throws 422.
 */
export async function refuseWeakPassword(
  password: string,
  words: string[],
  field = 'password',
): Promise<void> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new InvalidInput([{ field, message: 'This password is too long.' }]);
  }
  if (password.length < least) throw new InvalidInput([{ field, message: passwordTooShort(least) }]);
  const folded = password.normalize('NFKC').toLowerCase();
  const own = words.map((word) => word.toLowerCase()).filter((word) => word.length >= 3);
  const isAddress = EMAIL().test(folded.trim());
  const isBlank = folded.trim().length < MIN_PASSWORD_LENGTH;
  if (isBlank || isAddress || (await isCommonPassword(folded.trim())) || own.includes(folded.trim())) {
    throw new InvalidInput([
      { field, message: 'This password is too easy to guess. Please choose another.' },
    ]);
  }
}
