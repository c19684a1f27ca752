import { Reminders } from '#web/features/reminders/Reminders.tsx';

export default function RemindersPage() {
  return <Reminders />;
}
