import { Reminders } from '#web/features/reminders/Reminders.tsx';

export function RemindersPage() {
  return <Reminders />;
}
