import { useEffect, useEffectEvent } from 'react';
import type { Pagination } from '#shared/protocol/pagination.ts';

/** Opens another page of a list. With `replace`, Back skips the page before. */
export type ToPage = (page: number, options?: { replace: boolean }) => void;

/**
 * Moves to the last existing page when the address is past the end, because the last row was removed or the
 * link is old. `pagination` is undefined until the page has loaded. Returns whether it is moving.
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
