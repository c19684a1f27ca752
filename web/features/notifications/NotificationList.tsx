import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { notifications } from '#shared/activities/notifications.ts';
import { counted } from '#shared/values/numbers.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { mapRows } from '#web/api/cache/rows.ts';
import { query, useSend } from '#web/api/query.ts';
import { NotificationLine } from '#web/features/notifications/NotificationLine.tsx';
import classes from '#web/features/notifications/NotificationList.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { paths } from '#web/paths.ts';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';
import { sayOutcome } from '#web/ui/states/toast.ts';

const STEP = 20;

/**
 * The user's notifications, newest first. Opening one marks it as read. `onLeave` is called when a
 * notification leads elsewhere.
 */
export function NotificationList({ hasUnread, onLeave }: { hasUnread: boolean; onLeave: () => void }) {
  const [limit, setLimit] = useState(STEP);
  const question = query(notifications.list, { query: { limit: String(limit) } });
  const list = useQuery({ ...question, placeholderData: (previous) => previous });
  const { read, isPending } = useRead(question.queryKey);
  const rowsOf = ({ data }: NonNullable<typeof list.data>) => {
    if (data.notifications.length === 0)
      return (
        <PartNote>Nothing yet. Due follow-ups, newly assigned leads and new enquiries appear here.</PartNote>
      );
    return (
      <>
        <ul className={classes.lines}>
          {data.notifications.map((one) => (
            <NotificationLine
              key={one.id}
              notification={one}
              onOpen={() => {
                if (!one.is_read) read([one.id]);
                onLeave();
              }}
            />
          ))}
        </ul>
        {data.has_more && limit < MAX_PAGE_SIZE && (
          <ShowMore
            loading={list.isPlaceholderData}
            onClick={() => setLimit(Math.min(MAX_PAGE_SIZE, limit + STEP))}
          />
        )}
      </>
    );
  };
  return (
    <section className={classes.list} aria-label="Notifications">
      <header className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!hasUnread}
          loading={isPending}
          onClick={() => read()}
        >
          Mark all as read
        </Button>
      </header>
      <Overdue onLeave={onLeave} />
      <PartStates
        source={list}
        loading="Loading notifications..."
        failure={messageOf(list.error, 'Failed to load notifications')}
      >
        {rowsOf}
      </PartStates>
    </section>
  );
}

/** Marks the named notifications as read, or all, and shows it at once: the figures are read again later. */
function useRead(listKey: ReturnType<typeof query<typeof notifications.list>>['queryKey']) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useSend(notifications.read);
  const show = async (unread: { unread: number }, ids: readonly string[] | undefined) => {
    const unreadKey = query(notifications.unread, {}).queryKey;
    // A reading on its way may be older.
    await Promise.all([unreadKey, listKey].map((queryKey) => client.cancelQueries({ queryKey })));
    client.setQueryData(unreadKey, (old) => old && { ...old, data: unread });
    client.setQueryData(listKey, (old) =>
      mapRows(old, (row) => {
        const isMeant = row['is_read'] === false && (!ids || ids.includes(String(row['id'])));
        return isMeant ? { ...row, is_read: true } : row;
      }),
    );
  };
  const read = (ids?: string[]) =>
    void sayOutcome(mutateAsync({ body: ids ? { ids } : {} }), {
      done: ({ data }) => void show(data, ids),
      failed: 'Failed to mark as read',
    });
  return { read, isPending };
}

/** The number of the user's overdue follow-ups, as a link to them. */
function Overdue({ onLeave }: { onLeave: () => void }) {
  const { data } = useQuery({
    ...query(reminders.list, { query: { due: 'overdue', user_id: 'me', limit: '1' } }),
    // The list below reports a failed load.
    meta: { isSilent: true },
  });
  const overdue = data?.data.counts.overdue ?? 0;
  if (overdue === 0) return null;
  return (
    <Link className={classes.overdue} to={`${paths.reminders}?due=overdue&mine=true`} onClick={onLeave}>
      {counted(overdue, 'overdue follow-up')}
    </Link>
  );
}
