import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operations } from '#shared/operations.ts';
import { query } from '#web/api/query.ts';
import { OperationItem } from '#web/features/operations/OperationItem.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { PartFailure } from '#web/ui/PartFailure.tsx';
import { PartNote } from '#web/ui/PartNote.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';

const STEP = 10;
const MOST = 100;

/** Recent changes of many leads, each with its undo. */
export function RecentOperations({ timeZone }: { timeZone: string }) {
  const [limit, setLimit] = useState(STEP);
  const list = useQuery({
    ...query(operations.list, { query: { limit: String(limit) } }),
    placeholderData: (previous) => previous,
  });
  if (list.isPending) return <PartNote isLive>Loading recent operations...</PartNote>;
  if (list.isError) {
    return (
      <PartFailure onRetry={() => void list.refetch()}>
        {messageOf(list.error, 'Failed to load recent operations')}
      </PartFailure>
    );
  }
  const { data, pagination } = list.data;
  if (data.length === 0) return <PartNote>No operations yet</PartNote>;
  const hasMore = data.length < (pagination?.total ?? 0) && limit < MOST;
  return (
    <>
      <ul>
        {data.map((operation) => (
          <OperationItem key={operation.id} operation={operation} timeZone={timeZone} />
        ))}
      </ul>
      {hasMore && (
        <ShowMore loading={list.isPlaceholderData} onClick={() => setLimit(Math.min(MOST, limit + STEP))} />
      )}
    </>
  );
}
