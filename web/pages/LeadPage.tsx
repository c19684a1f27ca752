import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { CallHistory } from '#web/features/call-logs/CallHistory.tsx';
import { LeadHistory } from '#web/features/lead-history/LeadHistory.tsx';
import { BackToLeads } from '#web/features/leads/detail/BackToLeads.tsx';
import { LeadActions } from '#web/features/leads/detail/LeadActions.tsx';
import { LeadDetails } from '#web/features/leads/detail/LeadDetails.tsx';
import { LeadNeighbours } from '#web/features/leads/detail/LeadNeighbours.tsx';
import { LeadFailure } from '#web/leads/LeadFailure.tsx';
import { LeadHeading } from '#web/leads/LeadHeading.tsx';
import { LeadWork } from '#web/leads/LeadWork.tsx';
import classes from '#web/leads/LeadPage.module.css';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { useInPlace } from '#web/leads/in-place/useInPlace.tsx';
import { failureInstead, leadPageQuery } from '#web/api/lead-page.ts';
import { listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useRecentLead } from '#web/features/search/recent-leads.ts';
import { rememberOpened } from '#web/leads/useLastOpened.ts';
import { useLeadTitle } from '#web/leads/useLeadTitle.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { statusOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

const FactEditor = loadable(
  async () => (await import('#web/features/leads/detail/FactEditor.tsx')).FactEditor,
);
const MergeDialog = loadable(
  async () => (await import('#web/features/lead-duplicates/MergeDialog.tsx')).MergeDialog,
);

export function LeadPage() {
  const { leadId = '' } = useParams();
  return (
    <MessageProvider>
      <LeadDetail key={leadId} leadId={leadId} />
    </MessageProvider>
  );
}

/** A lead's page: the work on it and its history, beside all that is known. */
function LeadDetail({ leadId }: { leadId: string }) {
  const page = useQuery(leadPageQuery(leadId));
  const data = page.data?.data.lead;
  const timeZone = useTimeZone(data);
  const fields = useFieldConfiguration(data?.clientId);
  const listSearch = listSearchOf(useLocation());
  const [merges, setMerges] = useState(false);
  const isPhone = useIsPhone();
  const inPlace = useInPlace(() => fields, FactEditor);
  const mayEdit = useCan('leads.write');
  useEffect(() => rememberOpened(leadId), [leadId]);
  useLeadTitle(leadId, data, fields);
  useRecentLead(leadId, statusOf(page.error) === 404 ? null : data);

  const failure = failureInstead(page);
  if (failure)
    return <LeadFailure error={failure} back={listLink(listSearch)} onRetry={() => void page.refetch()} />;
  if (!data) return <LeadSkeleton />;
  const onEdit = mayEdit ? inPlace.edit : undefined;
  const facts = { lead: inPlace.shown(data), fields, timeZone, onEdit };
  const actions = <LeadActions lead={data} onMerge={() => setMerges(true)} isBar={isPhone} />;
  return (
    <article className={classes.page}>
      <div className={classes.bar}>
        <BackToLeads />
        {listSearch && <LeadNeighbours leadId={leadId} listSearch={listSearch} />}
      </div>
      <LeadHeading {...facts}>{!isPhone && actions}</LeadHeading>
      <div className={classes.columns}>
        <div className={classes.column}>
          <LeadWork lead={data} timeZone={timeZone} />
        </div>
        <LeadDetails {...facts} />
        <div className={classes.timeline}>
          <LeadHistory leadId={leadId} fields={fields} timeZone={timeZone} />
        </div>
        <CallHistory leadId={leadId} timeZone={timeZone} />
      </div>
      {isPhone && actions}
      {inPlace.popup}
      {merges && <MergeDialog lead={data} onClose={() => setMerges(false)} />}
    </article>
  );
}

/** A placeholder in the page's shape while the lead loads. */
function LeadSkeleton() {
  return (
    <div className={classes.page}>
      <p className={classes.announcement} role="status">
        Loading lead details...
      </p>
      <div className={classes.bar}>
        <BackToLeads />
      </div>
      <div className={classes.bones} aria-hidden="true">
        <span style={{ width: 220, height: 24 }} />
        <span style={{ width: 300, height: 14 }} />
        <span style={{ height: 280 }} />
      </div>
    </div>
  );
}
