import type { FastifyRequest } from 'fastify';
import { Forbidden } from '#server/errors.ts';

/** A call that a cookie authenticates is accepted only from the page's own origin. Throws 403. */
export function refuseCrossSite(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const sameOrigin = site === undefined || site === 'same-origin' || site === 'none';
  const sameHost = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (!sameOrigin || !sameHost) throw new Forbidden('This call is open to the application itself only.');
}
