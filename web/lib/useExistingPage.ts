import { useEffect, useEffectEvent } from 'react';
import type { Pagination } from '#shared/pagination.ts';

/** Goes to another page of a list. With `replace`, Back does not lead to the page before. */
export type ToPage = (page: number, options?: { replace: boolean }) => void;

/**
 * Goes to the last page that exists from one past the end, where the last row has been removed or an old link leads.
 * `pagination` is undefined until the page has been read. Returns whether it does so now.
 */
export function useExistingPage(pagination: Pagination | undefined, toPage: ToPage | undefined): boolean {
  const { page = 1, totalPages = 0 } = pagination ?? {};
  const isPast = toPage !== undefined && totalPages > 0 && page > totalPages;
  const goTo = useEffectEvent((last: number) => toPage?.(last, { replace: true }));
  useEffect(() => {
    if (isPast) goTo(totalPages);
  }, [isPast, totalPages]);
  return isPast;
}
