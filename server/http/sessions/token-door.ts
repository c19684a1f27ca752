import type { FastifyRequest } from 'fastify';
import { Unauthenticated } from '#server/errors.ts';
import { tokenHash } from '#server/secrets/tokens.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import type { RateLimits } from '#server/http/rates/rate-limits.ts';

const MOST_REMEMBERED = 20_000;

/** Identifies the bearer of a request. */
export type TokenDoor<Session> = {
  /** Throws 401, and 429 for an address that has sent too many invalid tokens. */
  admit: (request: FastifyRequest) => Promise<Session>;
  /** Remembers a token that has just been issued as valid. */
  remember: (token: string) => void;
  /** The session of a request's bearer, if any; counts nothing. */
  find: (request: FastifyRequest) => Promise<Session | undefined>;
};

/**
 * Calls `authenticate` for the session of a bearer token, limiting invalid tokens per address because each
 * costs a database query. A token that was valid when last seen is always checked, so that no signed-in user
 * suffers from others at the same address.
 */
export function tokenDoor<Session>(
  authenticate: (token: string) => Promise<Session | undefined>,
  limits: RateLimits,
): TokenDoor<Session> {
  const living = new Set<string>();
  const keyOf = (token: string) => tokenHash(token).toString('base64');
  const keep = (key: string) => {
    if (living.size >= MOST_REMEMBERED) living.clear();
    living.add(key);
  };
  return {
    admit: async (request) => {
      const token = bearerOf(request);
      if (token === '') throw new Unauthenticated();
      const key = keyOf(token);
      const address = callerAddress(request);
      if (!living.has(key)) await limits.refuseSpent('deadTokens', address);
      const session = await authenticate(token);
      if (session) keep(key);
      else {
        living.delete(key);
        await limits.note('deadTokens', address);
        throw new Unauthenticated();
      }
      return session;
    },
    remember: (token) => keep(keyOf(token)),
    find: async (request) => await authenticate(bearerOf(request)),
  };
}

/** The bearer token of a request, else ''; the scheme has no case (RFC 9110, 11.1). */
export function bearerOf(request: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
