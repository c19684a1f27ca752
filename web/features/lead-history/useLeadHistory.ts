import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { TIMELINE_PAGE } from '#shared/leads/lead-page.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { query } from '#web/api/query.ts';

const LIMIT = String(TIMELINE_PAGE);

/** The loaded pages of a lead's history, of all entries or one type. */
export function useLeadHistory(leadId: string, type: HistoryEntry['type'] | undefined) {
  const [asked, setAsked] = useState({ type, count: 1 });
  // Changing the type starts again with the newest entries.
  const count = asked.type === type ? asked.count : 1;
  const whole = useQuery({ ...leadPageQuery(leadId), select: ({ data }) => data.timeline });
  // The lead's page brings the first part of everything.
  const isWhole = type === undefined;
  const read = useQueries({
    queries: Array.from({ length: isWhole ? count - 1 : count }, (_, index) =>
      query(leadHistory.list, {
        params: { id: leadId },
        query: { page: String(index + (isWhole ? 2 : 1)), limit: LIMIT, ...(type && { type }) },
      }),
    ),
  });
  const pages = isWhole ? [whole, ...read] : read;
  // An entry that arrives between two pages pushes one from the first page to the second. It shows only once.
  const entries = new Map<string, HistoryEntry>();
  if (isWhole) for (const entry of whole.data?.entries ?? []) entries.set(entry.id, entry);
  for (const { data } of read) for (const entry of data?.data ?? []) entries.set(entry.id, entry);
  const totalPages = isWhole ? (whole.data?.parts ?? 0) : (read[0]?.data?.pagination?.totalPages ?? 0);
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
