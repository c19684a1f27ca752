import { useParams } from 'react-router';
import { LogCall } from '#web/features/call-logs/LogCall.tsx';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';

export function LogCallPage() {
  const { leadId = '' } = useParams();
  return (
    <MessageProvider>
      <LogCall key={leadId} leadId={leadId} />
    </MessageProvider>
  );
}
