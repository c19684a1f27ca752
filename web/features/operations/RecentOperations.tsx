import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operations } from '#shared/activities/operations.ts';
import { query } from '#web/api/query.ts';
import { OperationItem } from '#web/features/operations/OperationItem.tsx';
import { messageOf } from '#web/lib/errors.ts';
import items from '#web/ui/lists/Items.module.css';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';

const STEP = 10;
const MOST = 100;

/** Recent changes that can be undone as a whole, each with its undo. */
export function RecentOperations({ timeZone }: { timeZone: string }) {
  const [limit, setLimit] = useState(STEP);
  const list = useQuery({
    ...query(operations.list, { query: { limit: String(limit) } }),
    placeholderData: (previous) => previous,
  });
  const rowsOf = ({ data, pagination }: NonNullable<typeof list.data>) => {
    if (data.length === 0) return <PartNote>No operations yet</PartNote>;
    const hasMore = data.length < (pagination?.total ?? 0) && limit < MOST;
    return (
      <>
        <ul className={items.items}>
          {data.map((operation) => (
            <OperationItem key={operation.id} operation={operation} timeZone={timeZone} />
          ))}
        </ul>
        {hasMore && (
          <ShowMore loading={list.isPlaceholderData} onClick={() => setLimit(Math.min(MOST, limit + STEP))} />
        )}
      </>
    );
  };
  return (
    <PartStates
      source={list}
      loading="Loading recent operations..."
      failure={messageOf(list.error, 'Failed to load recent operations')}
    >
      {rowsOf}
    </PartStates>
  );
}
