import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const SECURE = '__Host-lrt';
const PLAIN = 'lrt';

/** HttpOnly, same-site and bound to this host; without `Secure` only under INSECURE_HTTP=1. */
function cookie(config: Config) {
  const name = config.insecureHttp ? PLAIN : SECURE;
  return {
    name,
    options: { httpOnly: true, secure: !config.insecureHttp, sameSite: 'strict', path: '/' } as const,
  };
}

/**
 * Reads the cookie under the one name that is set here: a cookie without the `__Host-` prefix can be planted by
 * somebody on the network or a sibling host.
 */
export function readRefreshCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookie(config).name];
}

export function setRefreshCookie(reply: FastifyReply, token: string, config: Config): void {
  const { name, options } = cookie(config);
  reply.setCookie(name, token, { ...options, maxAge: 12 * 3600 });
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  const { name, options } = cookie(config);
  reply.clearCookie(name, options);
}
