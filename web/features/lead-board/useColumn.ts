import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leadBoard } from '#shared/lead-board.ts';
import type { BoardColumn } from '#shared/lead-board.ts';
import type { Lead } from '#shared/lead.ts';
import { parts } from '#web/api/query.ts';
import type { Board } from '#web/features/lead-board/useBoard.ts';

/** The leads of a column: those loaded with the board and, after "Show more", the further parts. */
export function useColumn(column: BoardColumn, list: Board['list']) {
  const { status, leads, has_more } = column;
  const client = useQueryClient();
  const options = parts(
    leadBoard.column,
    (after) => ({ query: { ...list, ...(status !== null && { column: status }), ...(after && { after }) } }),
    (data) => (data.has_more ? data.leads.at(-1)?.id : undefined),
  );
  const key = options.queryKey;
  const [opened, setOpened] = useState(() => (client.getQueryData(key) ? JSON.stringify(key) : ''));
  const isOpen = opened === JSON.stringify(key);
  const more = useInfiniteQuery({ ...options, enabled: isOpen });
  const showMore = () => {
    if (!isOpen)
      client.setQueryData(key, { pages: [{ data: { leads, has_more } }], pageParams: [undefined] });
    setOpened(JSON.stringify(key));
    void more.fetchNextPage();
  };
  // A lead that moves between two parts while they load shows only once.
  const shown = new Map<string, Lead>();
  const read = isOpen ? more.data?.pages.flatMap(({ data }) => data.leads) : undefined;
  for (const lead of read ?? leads) shown.set(lead.id, lead);
  return {
    leads: [...shown.values()],
    hasMore: isOpen && more.data ? more.hasNextPage : has_more,
    isReading: more.isFetchingNextPage,
    isFailed: more.isFetchNextPageError,
    showMore,
  };
}
