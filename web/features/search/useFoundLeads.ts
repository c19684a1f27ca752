import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { search } from '#shared/search.ts';
import type { FoundLead } from '#shared/search.ts';
import { query } from '#web/api/query.ts';

/** Milliseconds after the last character before the server is called. */
const DEBOUNCE = 120;

type Found = {
  /** Results of the previous text, while those of the current one load. */
  leads: readonly FoundLead[];
  isWaiting: boolean;
  isFailed: boolean;
};

/** The leads that match the typed text. */
export function useFoundLeads(typed: string): Found {
  const [asked] = useDebouncedValue(typed, DEBOUNCE);
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...query(search.find, { query: { q: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  if (typed === '') return { leads: [], isWaiting: false, isFailed: false };
  const isWaiting = asked !== typed || (isFetching && (isPlaceholderData || !data));
  return { leads: data?.data ?? [], isWaiting, isFailed: isError && !isWaiting };
}
