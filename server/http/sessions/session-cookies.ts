import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const DAY = 24 * 60 * 60;

/**
 * The refresh token, the mark of a browser that has signed in before, the random name of a browser that has
 * been asked for a passkey, and a sign-in at a provider.
 */
type Purpose = 'lrt' | 'ldm' | 'lpk' | 'lps';

/**
 * Reads only the exact cookie name set here: one without the `__Host-` prefix can be planted by somebody on
 * the network or a sibling host.
 */
const nameOf = (purpose: Purpose, { insecureHttp }: Config) => (insecureHttp ? purpose : `__Host-${purpose}`);

/** HttpOnly, same-site and bound to this host; without `Secure` only under INSECURE_HTTP=1. */
const options = ({ insecureHttp }: Config) =>
  ({ httpOnly: true, secure: !insecureHttp, sameSite: 'strict', path: '/' }) as const;

const read = (purpose: Purpose) => (request: FastifyRequest, config: Config) =>
  request.cookies[nameOf(purpose, config)];

export const readRefreshCookie = read('lrt');
export const readDeviceCookie = read('ldm');
export const readPasskeyCookie = read('lpk');
export const readProviderCookie = read('lps');

export function setRefreshCookie(reply: FastifyReply, token: string, config: Config): void {
  reply.setCookie(nameOf('lrt', config), token, { ...options(config), maxAge: DAY / 2 });
}

export function setDeviceCookie(reply: FastifyReply, mark: string, days: number, config: Config): void {
  reply.setCookie(nameOf('ldm', config), mark, { ...options(config), maxAge: days * DAY });
}

export function setPasskeyCookie(reply: FastifyReply, browser: string, config: Config): void {
  reply.setCookie(nameOf('lpk', config), browser, options(config));
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf('lrt', config), options(config));
}

/** Lax: the provider sends the browser back from another site. */
const atProvider = (config: Config) => ({ ...options(config), sameSite: 'lax' }) as const;

export function setProviderCookie(
  reply: FastifyReply,
  secret: string,
  minutes: number,
  config: Config,
): void {
  reply.setCookie(nameOf('lps', config), secret, { ...atProvider(config), maxAge: minutes * 60 });
}

export function clearProviderCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf('lps', config), atProvider(config));
}
