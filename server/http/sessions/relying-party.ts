import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Conflict } from '#server/errors.ts';
import { readPasskeyCookie, setPasskeyCookie } from '#server/http/sessions/session-cookies.ts';

/** The domain that passkeys are made for, and the origin that they are used on. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party of a request: PUBLIC_URL where the operator has set it, else the address that was asked;
 * undefined for a page at another address.
 */
export function findRelyingParty(
  { headers, protocol }: FastifyRequest,
  { ownOrigin }: Pick<Config, 'ownOrigin'>,
): RelyingParty | undefined {
  // Browsers name the page's origin in every call that changes something, and in none that only reads.
  const here = headers.origin ?? ownOrigin ?? `${protocol}://${headers.host ?? ''}`;
  if (!URL.canParse(here)) return undefined;
  const { origin, host, hostname: id } = new URL(here);
  const isOwn = ownOrigin === undefined ? host === hostOf(headers.host) : origin === ownOrigin;
  return isOwn ? { id, origin } : undefined;
}

/** The relying party of a request. Throws 409 for a page at another address. */
export function relyingParty(request: FastifyRequest, config: Pick<Config, 'ownOrigin'>): RelyingParty {
  const party = findRelyingParty(request, config);
  if (party) return party;
  const { ownOrigin } = config;
  throw new Conflict(
    ownOrigin
      ? `Passkeys work only at ${ownOrigin}. Open LMS there.`
      : 'Passkeys don’t work at this address.',
  );
}

/** A host without the port that its protocol implies. */
const hostOf = (host = '') => host.replace(/:(?:80|443)$/, '');

const NAME = /^[\w-]{22}$/;

/** The random name of a browser that is asked for a passkey, which answers only itself. */
export function browserOf(request: FastifyRequest, config: Config): string | undefined {
  const known = readPasskeyCookie(request, config);
  return known !== undefined && NAME.test(known) ? known : undefined;
}

/** The same; gives a browser without one a name. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const browser = browserOf(request, config) ?? randomBytes(16).toString('base64url');
  setPasskeyCookie(reply, browser, config);
  return browser;
}
