import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A session's tokens, derived from its id and counter, so that two tabs that rotate at once get the same pair. */
export type SessionTokens = { access: string; refresh: string };
export type TokenKind = 'lat' | 'lrt';

/**
 * Seconds for which the replaced pair stays valid after the new one has been presented: for two tabs that
 * refresh at once, and requests under way with the old token.
 */
export const GRACE_SECONDS = 10;

const TOKEN = /^(lat|lrt)_([\w-]{22})([\w-]{43})$/;

/** Creates and parses opaque tokens: `lat_` (access) and `lrt_` (refresh), session id and 256 secret bits. */
export class Tokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  of(sessionId: string, counter: number): SessionTokens {
    return {
      access: this.#token('lat', sessionId, counter),
      refresh: this.#token('lrt', sessionId, counter),
    };
  }

  #token(kind: TokenKind, sessionId: string, counter: number): string {
    const secret = createHmac('sha256', this.#key)
      .update(`${kind} ${sessionId} ${counter}`)
      .digest('base64url');
    return `${kind}_${Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('base64url')}${secret}`;
  }
}

/** The session a token claims to belong to; undefined if it is not a token of that kind. */
export function sessionIdOf(kind: TokenKind, token: string): string | undefined {
  const match = TOKEN.exec(token);
  if (match?.[1] !== kind) return undefined;
  const hex = Buffer.from(match[2] ?? '', 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The hash that is stored instead of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function sameHash(one: Buffer | null, other: Buffer): boolean {
  return one !== null && one.length === other.length && timingSafeEqual(one, other);
}
