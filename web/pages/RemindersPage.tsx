import { Reminders } from '#web/features/leads/reminders/Reminders.tsx';

export default function RemindersPage() {
  return <Reminders />;
}
