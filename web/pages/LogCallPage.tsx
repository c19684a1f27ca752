import { useParams } from 'react-router';
import { LogCall } from '#web/features/call-logs/LogCall.tsx';

export function LogCallPage() {
  const { leadId = '' } = useParams();
  return <LogCall key={leadId} leadId={leadId} />;
}
