import { ActionIcon, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import BellIcon from 'lucide-react/icons/bell';
import { useState } from 'react';
import { MOST_UNREAD, notifications } from '#shared/activities/notifications.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/notifications/NotificationBell.module.css';
import { loadable } from '#web/lib/loadable.tsx';

const NotificationList = loadable(
  async () => (await import('#web/features/notifications/NotificationList.tsx')).NotificationList,
);

const inWords = (unread: number) => (unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`);

/** The bell with the number of unread notifications. Opens their list. */
export function NotificationBell({ size }: { size: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    ...query(notifications.unread, {}),
    // The bell is on every page, and the page itself reports failed loads.
    meta: { isSilent: true },
  });
  const unread = data?.data.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${inWords(unread)} unread`;
  const close = () => setIsOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={label}
          title={label}
          className={classes.bell}
          onClick={() => setIsOpen(!isOpen)}
        >
          <BellIcon size={18} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {inWords(unread)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="Notifications">
        {isOpen && <NotificationList hasUnread={unread > 0} onLeave={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
