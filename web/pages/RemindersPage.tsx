import { Reminders } from '#web/features/reminders/Reminders.tsx';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';

export function RemindersPage() {
  return (
    <MessageProvider>
      <Reminders />
    </MessageProvider>
  );
}
