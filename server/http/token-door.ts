import type { FastifyRequest } from 'fastify';
import { Unauthenticated } from '#server/errors.ts';
import { tokenHash } from '#server/tokens.ts';
import { callerAddress } from '#server/http/caller-address.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

const MOST_REMEMBERED = 20_000;

/** Who the bearer of a request is. */
export type TokenDoor<Session> = {
  /** Throws 401, and 429 for an address that has sent too many dead tokens. */
  admit: (request: FastifyRequest) => Promise<Session>;
  /** A token that has just been given out counts as seen alive. */
  remember: (token: string) => void;
  /** Whose session the bearer of a request is, if any; counts nothing. */
  find: (request: FastifyRequest) => Promise<Session | undefined>;
};

/**
 * Asks `authenticate` who a bearer token belongs to, within the limit of dead tokens per address: each of them costs a
 * question to the database. A token that was alive when last seen is asked about in any case, so that nobody who is
 * signed in suffers from somebody else behind the same address.
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

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
}
