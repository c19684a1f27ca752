import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { operations } from '#shared/operations.ts';
import { messageOf } from '#web/api/errors.ts';
import { query } from '#web/api/query.ts';
import { OperationItem } from '#web/features/operations/OperationItem.tsx';
import classes from '#web/features/operations/RecentOperations.module.css';

const STEP = 10;
const MOST = 100;

/** What changed many leads lately, each with its undo. */
export function RecentOperations({ timeZone }: { timeZone: string }) {
  const [limit, setLimit] = useState(STEP);
  const list = useQuery({
    ...query(operations.list, { query: { limit: String(limit) } }),
    placeholderData: (previous) => previous,
  });
  if (list.isPending) return <Note role="status">Loading recent operations...</Note>;
  if (list.isError) {
    return (
      <div className={classes.failure} role="alert">
        <p>{messageOf(list.error, 'Failed to load recent operations')}</p>
        <Button variant="default" size="xs" onClick={() => void list.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const { data, pagination } = list.data;
  if (data.length === 0) return <Note>No operations yet</Note>;
  const hasMore = data.length < (pagination?.total ?? 0) && limit < MOST;
  return (
    <>
      <ul>
        {data.map((operation) => (
          <OperationItem key={operation.id} operation={operation} timeZone={timeZone} />
        ))}
      </ul>
      {hasMore && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={list.isPlaceholderData}
          onClick={() => setLimit(Math.min(MOST, limit + STEP))}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Note({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <p className={classes.note} role={role}>
      {children}
    </p>
  );
}
