import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { leadHistory } from '#shared/lead-history.ts';
import type { HistoryEntry } from '#shared/lead-history.ts';
import { query } from '#web/api/query.ts';

const LIMIT = '20';

/** The pages of a lead's history that have been asked for, of all entries or one type. */
export function useLeadHistory(leadId: string, type: HistoryEntry['type'] | undefined) {
  const [asked, setAsked] = useState({ type, count: 1 });
  // Another type starts again with its newest entries.
  const count = asked.type === type ? asked.count : 1;
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) =>
      query(leadHistory.list, {
        params: { id: leadId },
        query: { page: String(index + 1), limit: LIMIT, ...(type && { type }) },
      }),
    ),
  });
  // An entry that arrives between two pages moves one from the first page to the second: it is shown once.
  const entries = new Map<string, HistoryEntry>();
  for (const { data } of pages) for (const entry of data?.data ?? []) entries.set(entry.id, entry);
  const totalPages = pages[0]?.data?.pagination?.totalPages ?? 0;
  return {
    entries: [...entries.values()],
    isPending: pages.some((page) => page.isPending),
    isError: pages.some((page) => page.isError),
    hasMore: count < totalPages,
    showMore: () => setAsked({ type, count: count + 1 }),
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch();
    },
  };
}
