import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Reminder } from '#shared/activities/reminders.ts';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { reminderOf } from '#web/leads/ways/call-way.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';

type Due = {
  reminder: Reminder;
  /** Whether the call completes the reminder, as it does by default. */
  isMet: boolean;
};

/** The open follow-up that this call may complete: the one it was opened from, else the lead's earliest. */
export function useDueReminder(leadId: string): Due | undefined {
  const wanted = reminderOf(useLocation());
  const now = useNow();
  const { data } = useQuery(leadPageQuery(leadId));
  const open = data?.data.reminders ?? [];
  const reminder = open.find(({ id }) => id === wanted) ?? open[0];
  if (!reminder) return undefined;
  return { reminder, isMet: reminder.id === wanted || Date.parse(reminder.reminder_date) <= now };
}
