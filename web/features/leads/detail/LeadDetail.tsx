import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { leads } from '#shared/leads.ts';
import { messageOf, statusOf } from '#web/api/errors.ts';
import { query } from '#web/api/query.ts';
import { BackToLeads } from '#web/features/leads/detail/BackToLeads.tsx';
import { LeadFacts } from '#web/features/leads/detail/LeadFacts.tsx';
import { LeadHeading } from '#web/features/leads/detail/LeadHeading.tsx';
import { LeadSummary } from '#web/features/leads/detail/LeadSummary.tsx';
import classes from '#web/features/leads/detail/LeadDetail.module.css';
import { rememberOpened } from '#web/features/leads/list/useLastOpened.ts';
import { useTimeZone } from '#web/features/leads/useTimeZone.ts';
import { paths } from '#web/paths.ts';
import { StateMessage } from '#web/ui/StateMessage.tsx';

const FAILED = 'Failed to load lead details';

/** One lead to read: who it is, how to reach them, and what the client's configuration shows. */
export function LeadDetail({ leadId }: { leadId: string }) {
  const lead = useQuery(query(leads.get, { params: { id: leadId } }));
  const timeZone = useTimeZone();
  useEffect(() => rememberOpened(leadId), [leadId]);

  if (lead.isPending) return <LeadDetailSkeleton />;
  if (lead.isError) return <LeadFailure error={lead.error} onRetry={() => void lead.refetch()} />;
  const { data } = lead.data;
  return (
    <article className={classes.page}>
      <BackToLeads />
      <LeadHeading lead={data} timeZone={timeZone} />
      <div className={classes.columns}>
        <LeadFacts lead={data} timeZone={timeZone} />
        <LeadSummary lead={data} timeZone={timeZone} />
      </div>
    </article>
  );
}

function LeadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = statusOf(error) === 404 || statusOf(error) === 422;
  return (
    <StateMessage
      icon={isMissing ? SearchX : CircleAlert}
      title={FAILED}
      isFailure
      actions={
        <>
          {!isMissing && (
            <Button variant="default" onClick={onRetry}>
              Try Again
            </Button>
          )}
          <Button component={Link} to={paths.leads}>
            Back to Leads
          </Button>
        </>
      }
    >
      {messageOf(error, FAILED)}
    </StateMessage>
  );
}

/** The page's shape while the lead is on its way. */
function LeadDetailSkeleton() {
  return (
    <div className={classes.page}>
      <p className={classes.announcement} role="status">
        Loading lead details...
      </p>
      <BackToLeads />
      <div className={classes.bones} aria-hidden="true">
        <span style={{ width: 220, height: 24 }} />
        <span style={{ width: 300, height: 14 }} />
        <span style={{ height: 280 }} />
      </div>
    </div>
  );
}
