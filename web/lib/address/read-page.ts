import { MAX_PAGE } from '#shared/protocol/pagination.ts';

/** The page of a list in an address; 1 instead of a page that the server would refuse. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}
