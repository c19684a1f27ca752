import { useInfiniteQuery } from '@tanstack/react-query';
import { operations } from '#shared/activities/operations.ts';
import { parts } from '#web/api/query.ts';
import { OperationItem } from '#web/features/operations/OperationItem.tsx';
import { messageOf } from '#web/lib/errors.ts';
import items from '#web/ui/lists/Items.module.css';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';

const STEP = 20;

/** Changes that can be undone as a whole, the latest first, each with its undo. */
export function RecentOperations({ timeZone }: { timeZone: string }) {
  const list = useInfiniteQuery({
    ...parts(
      operations.list,
      (page = '1') => ({ query: { page, limit: String(STEP) } }),
      () => undefined,
    ),
    getNextPageParam: ({ pagination }, read) =>
      read.length * STEP < (pagination?.total ?? 0) ? String(read.length + 1) : undefined,
  });
  const rowsOf = ({ pages }: NonNullable<typeof list.data>) => {
    // An operation that moves to the next part while they load shows only once.
    const shown = new Map(pages.flatMap(({ data }) => data.map((one) => [one.id, one] as const)));
    if (shown.size === 0) return <PartNote>No operations yet</PartNote>;
    return (
      <>
        <ul className={items.items}>
          {[...shown.values()].map((operation) => (
            <OperationItem key={operation.id} operation={operation} timeZone={timeZone} />
          ))}
        </ul>
        {list.hasNextPage && (
          <ShowMore loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
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
