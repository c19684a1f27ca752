import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { Link } from 'react-router';
import { reminders } from '#shared/reminders.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/reminders/OverdueBell.module.css';
import { paths } from '#web/paths.ts';

const MOST = 99;

/** The number of the user's own overdue follow-ups; leads to them. */
export function OverdueBell({ size }: { size: number }) {
  const { data } = useQuery({
    ...query(reminders.list, { query: { due: 'overdue', user_id: 'me', limit: '1' } }),
    // Reminders become due with the clock.
    refetchInterval: 60_000,
    // The bell stands beside every page, and the page itself says that a load failed.
    meta: { isSilent: true },
  });
  const overdue = data?.data.counts.overdue ?? 0;
  const label =
    overdue === 0 ? 'No overdue follow-ups' : `${overdue} overdue follow-up${overdue === 1 ? '' : 's'}`;
  return (
    <ActionIcon
      component={Link}
      to={overdue === 0 ? paths.reminders : `${paths.reminders}?due=overdue&mine=true`}
      variant="subtle"
      color="gray"
      size={size}
      aria-label={label}
      title={label}
      className={classes.bell}
    >
      <Bell size={18} aria-hidden="true" />
      {overdue > 0 && (
        <span className={classes.count} aria-hidden="true">
          {overdue > MOST ? `${MOST}+` : overdue}
        </span>
      )}
    </ActionIcon>
  );
}
