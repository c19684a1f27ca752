import type { Reminder } from '#shared/activities/reminders.ts';
import { ReminderFacts } from '#web/features/reminders/ReminderFacts.tsx';
import { LeadPopup } from '#web/leads/popup/LeadPopup.tsx';

type Props = { reminder: Reminder; onClose: () => void };

/** The lead of a follow-up, shown over the list. */
export function ReminderDialog({ reminder, onClose }: Props) {
  return (
    <LeadPopup leadId={reminder.lead_id} onClose={onClose}>
      <ReminderFacts reminder={reminder} isInPopup />
    </LeadPopup>
  );
}
