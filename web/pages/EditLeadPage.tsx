import { useParams } from 'react-router';
import { EditLead } from '#web/features/leads/form/EditLead.tsx';
import classes from '#web/pages/LeadFormPage.module.css';

export function EditLeadPage() {
  const { leadId = '' } = useParams();
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <header>
          <h2 className={classes.title}>Lead Information</h2>
          <p className={classes.subtitle}>Update the details for this lead</p>
        </header>
        <EditLead key={leadId} leadId={leadId} />
      </section>
    </div>
  );
}
