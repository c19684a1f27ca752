import type { FastifyRequest } from 'fastify';
import { isId } from '#shared/fields.ts';

const WORD = /^[a-z]{1,20}(?:[-.][a-z0-9]{1,20}){0,4}$/;

/** Whether a request is for the API, however its address is spelled: `/%61pi/…` finds the same route as `/api/…`. */
export const isApiCall = (request: FastifyRequest): boolean =>
  apiRoute(request) !== undefined || pathOf(request).toLowerCase().startsWith('/api/');

/**
 * The path of an address as logs have it, without the query: search terms and addresses of people have no place there, and neither have
 * the secrets of sources whose portals can send nothing but an address. So it is the pattern of the route with the ids in it; of an address
 * without a route only words and ids are shown.
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

/** The pattern of the route of the API that a request has found; pages and their files have others. */
function apiRoute({ routeOptions: { url } }: FastifyRequest): string | undefined {
  return url?.startsWith('/api/') ? url : undefined;
}

/** The path of an address, each character as itself. */
const pathOf = ({ url }: FastifyRequest) => decoded(url.split('?', 1)[0] ?? '').replaceAll(/\/+/g, '/');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
