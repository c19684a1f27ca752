import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Conflict } from '#server/errors.ts';
import { readPasskeyCookie, setPasskeyCookie } from '#server/http/session-cookies.ts';

/** The domain that passkeys are made for, and the origin that they are used on. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party of a request: PUBLIC_URL where the operator has set it, else the address that was asked. A
 * page at another address gets a 409.
 */
export function relyingParty(
  { headers, protocol }: FastifyRequest,
  { ownOrigin }: Pick<Config, 'ownOrigin'>,
): RelyingParty {
  // Browsers name the page's origin in every call that changes something, and in none that only reads.
  const asked = headers.origin;
  const here = asked ?? `${protocol}://${headers.host ?? ''}`;
  const isOwn =
    URL.canParse(here) &&
    (ownOrigin === undefined ? new URL(here).host === hostOf(headers.host) : here === ownOrigin);
  if (asked !== undefined && !isOwn)
    throw new Conflict(
      ownOrigin
        ? `Passkeys work only at ${ownOrigin}. Open LMS there.`
        : 'Passkeys don’t work at this address.',
    );
  const origin = ownOrigin ?? (URL.canParse(here) ? new URL(here).origin : 'http://localhost');
  return { id: new URL(origin).hostname, origin };
}

/** A host without the port that its protocol implies. */
const hostOf = (host = '') => host.replace(/:(?:80|443)$/, '');

const NAME = /^[\w-]{22}$/;

/** The random name of a browser that is asked for a passkey, which answers only itself. */
export function browserOf(request: FastifyRequest, config: Config): string | undefined {
  const known = readPasskeyCookie(request, config);
  return known !== undefined && NAME.test(known) ? known : undefined;
}

/** The same; gives the browser a name if it has none. */
export function nameBrowser(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const known = browserOf(request, config);
  const browser = known ?? randomBytes(16).toString('base64url');
  if (known === undefined) setPasskeyCookie(reply, browser, config);
  return browser;
}
