import { useNavigate } from 'react-router';
import { LeadForm } from '#web/features/leads/form/LeadForm.tsx';
import classes from '#web/pages/CreateLeadPage.module.css';
import { paths } from '#web/paths.ts';

export default function CreateLeadPage() {
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <LeadForm onCreated={() => void navigate(paths.leads)} />
      </div>
    </div>
  );
}
