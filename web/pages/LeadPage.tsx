import { useParams } from 'react-router';
import { LeadDetail } from '#web/features/leads/detail/LeadDetail.tsx';

export default function LeadPage() {
  const { leadId = '' } = useParams();
  return <LeadDetail key={leadId} leadId={leadId} />;
}
