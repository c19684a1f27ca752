import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sameHash } from '#server/secrets/tokens.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** A website's key, a user's access token, a client's service token, a user's calendar feed, or a client's SCIM token. */
export type KeyKind = 'lmk' | 'lpt' | 'lst' | 'lcf' | 'lsc';
const KEY = /^(lmk|lpt|lst|lcf|lsc)_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** A new key: `<kind>_<public id>_<secret of 256 bits>_<checksum>`, and the hash that is stored instead of it. */
export function newKey(kind: KeyKind): {
  key: string;
  publicId: string;
  secretHash: Buffer;
  lastFour: string;
} {
  const publicId = randomDigits(8);
  const secret = randomDigits(43);
  const body = `${kind}_${publicId}_${secret}`;
  const key = `${body}_${checksum(body)}`;
  return { key, publicId, secretHash: secretHash(secret), lastFour: key.slice(-4) };
}

/**
 * A secret for a portal to send, and the hash that is stored instead: 190 random bits in 32 letters and
 * digits, because a portal's form may accept only fifty characters.
 */
export function newPortalSecret(): { secret: string; hash: Buffer } {
  const secret = randomDigits(32);
  return { secret, hash: secretHash(secret) };
}

/** Whether a text is the secret with this hash. */
export function isSecretOf(hash: Buffer, text: string): boolean {
  return sameHash(hash, secretHash(text));
}

/**
 * The parts of a key; undefined when it is mistyped or made up, which the checksum reveals without the
 * database.
 */
export function readKey(kind: KeyKind, key: string): { publicId: string; secretHash: Buffer } | undefined {
  const [, found, publicId, secret, check] = KEY.exec(key) ?? [];
  if (found !== kind || !publicId || !secret || check !== checksum(key.slice(0, -7))) return undefined;
  return { publicId, secretHash: secretHash(secret) };
}

/** A fast hash is right for 256 random bits. */
function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function randomDigits(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 that fits in a byte, so every digit is equally likely.
    for (const byte of randomBytes(length)) if (byte < 248) text += DIGITS[byte % 62];
  }
  return text.slice(0, length);
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < 6; place += 1) {
    text = DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
