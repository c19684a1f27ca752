import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';
import classes from './List.module.css';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

/** The properties of a query that a list's states need. */
export type Source<Data> = {
  isPending: boolean;
  isError: boolean;
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
};

/** `denied` is the text for users who may not see the list, `again` the retry button after a failure. */
export type ListWords = {
  loading: string;
  failure: string;
  failureTitle?: string;
  denied?: string;
  deniedTitle?: string;
  again?: string;
};

type Props<Data> = {
  source: Source<Data>;
  words: ListWords;
  /** The table to show a placeholder for. Without it a spinner shows. */
  table?: { titles: readonly string[]; rows: number; isSelectable?: boolean };
  /** Called instead of loading again. */
  onRetry?: () => void;
  children: (data: Data) => ReactNode;
};

/** A list while it loads and after a failure; otherwise its rows, even while newer ones load. */
export function ListStates<Data>({ source, words, table, onRetry, children }: Props<Data>) {
  const isPhone = useIsPhone();
  const isConnected = useIsOnline();
  // A user who has lost the permission meanwhile is told so. Every other failure can be retried.
  if (statusOf(source.error) === 403) {
    const denied = messageOf(source.error, words.denied ?? words.failure);
    return <AccessDenied title={words.deniedTitle} message={denied} />;
  }
  if (source.data !== undefined) return children(source.data);
  if (source.isPending && (isPhone || !table || !isConnected)) return <Waiting label={words.loading} />;
  if (source.isPending && table) {
    return (
      <div className={classes.scroll} data-loading>
        <p className={classes.announcement} role="status">
          {words.loading}
        </p>
        <TableSkeleton {...table} />
      </div>
    );
  }
  const title = words.failureTitle ?? words.failure;
  const text = messageOf(source.error, words.failure);
  return (
    <StateMessage
      icon={CircleAlert}
      title={title}
      isFailure
      actions={<Button onClick={onRetry ?? (() => void source.refetch())}>{words.again ?? 'Retry'}</Button>}
    >
      {text === title ? undefined : text}
    </StateMessage>
  );
}
