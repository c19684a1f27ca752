import type { FastifyRequest } from 'fastify';
import { isId } from '#shared/fields/fields.ts';

const WORD = /^[a-z]{1,20}(?:[-.][a-z0-9]{1,20}){0,4}$/;

/**
 * Whether a request is for the API, whatever the encoding of its URL: `/%61pi/…` matches the same route as
 * `/api/…`.
 */
export const isApiCall = (request: FastifyRequest): boolean =>
  apiRoute(request) !== undefined || pathOf(request).toLowerCase().startsWith('/api/');

/**
 * The path of a URL for the log, without the query: it must not contain search terms, email addresses, or the
 * secrets of sources whose portals can only send a URL. So the log gets the route's pattern with the ids
 * filled in; of a URL without a route, only words and ids are shown.
 */
export function loggedPath(request: FastifyRequest): string {
  const route = apiRoute(request);
  const params = request.params as Record<string, string | undefined> | undefined;
  const shown = (part: string): string => {
    const value = part.startsWith(':') ? params?.[part.slice(1)] : part;
    return value !== undefined && (value === '' || WORD.test(value) || isId(value)) ? value : '…';
  };
  if (route === undefined) return pathOf(request).split('/').slice(0, 12).map(shown).join('/');
  return route
    .split('/')
    .map((part) => (part.startsWith(':') ? shown(part) : part))
    .join('/');
}

/** The pattern of the API route that a request matches; undefined for pages and their files. */
function apiRoute({ routeOptions: { url } }: FastifyRequest): string | undefined {
  return url?.startsWith('/api/') ? url : undefined;
}

/** The decoded path of a URL. */
const pathOf = ({ url }: FastifyRequest) => decoded(url.split('?', 1)[0] ?? '').replaceAll(/\/+/g, '/');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
