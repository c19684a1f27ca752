import { useState } from 'react';
import { Link } from 'react-router';
import { NEXT_FOLLOW_UPS } from '#shared/activities/dashboard.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/dashboard/Dashboard.module.css';
import { DashboardCard, Nothing } from '#web/features/dashboard/DashboardCard.tsx';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { FollowUpLead } from '#web/features/dashboard/FollowUpLead.tsx';
import { nextFollowUps } from '#web/features/dashboard/dashboard-links.ts';
import { useFieldsByClient } from '#web/leads/fields/useFieldConfiguration.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { loadable } from '#web/lib/loadable.tsx';

const LeadPopup = loadable(async () => (await import('#web/leads/popup/LeadPopup.tsx')).LeadPopup);

type Props = {
  load: Load;
  onRetry: () => void;
  leads: readonly Lead[];
  clientId: string;
};

/** The leads whose follow-ups come next, overdue ones first. */
export function FollowUpLeads({ load, onRetry, leads, clientId }: Props) {
  const [openId, setOpenId] = useState<string>();
  const fieldsOf = useFieldsByClient(leads.map((lead) => lead.clientId));
  const timeZone = useTimeZone();
  const now = useNow();
  return (
    <>
      <DashboardCard
        className={classes.next}
        title="Next Follow-up Leads"
        text="Overdue first, then what comes next"
        load={load}
        failure="Failed to load recent leads"
        onRetry={onRetry}
        skeleton={{ rows: NEXT_FOLLOW_UPS, height: 87 }}
        action={
          <Link className={classes.all} to={nextFollowUps(clientId)}>
            View All
          </Link>
        }
      >
        {() =>
          leads.length === 0 ? (
            <Nothing>No recent leads found</Nothing>
          ) : (
            <ul className={classes.leads}>
              {leads.map((lead) => (
                <FollowUpLead
                  key={lead.id}
                  lead={lead}
                  timeZone={lead.client_time_zone ?? timeZone}
                  fields={fieldsOf(lead.clientId)}
                  now={now}
                  onOpen={() => setOpenId(lead.id)}
                />
              ))}
            </ul>
          )
        }
      </DashboardCard>
      {openId !== undefined && <LeadPopup leadId={openId} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
