import { useParams } from 'react-router';
import { LogCall } from '#web/features/leads/call/LogCall.tsx';

export default function LogCallPage() {
  const { leadId = '' } = useParams();
  return <LogCall key={leadId} leadId={leadId} />;
}
