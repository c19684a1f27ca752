import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { CallHistory } from '#web/features/call-logs/CallHistory.tsx';
import { LeadHistory } from '#web/features/lead-history/LeadHistory.tsx';
import { BackToLeads } from '#web/features/leads/detail/BackToLeads.tsx';
import { LeadActions } from '#web/features/leads/detail/LeadActions.tsx';
import { LeadBar } from '#web/features/leads/detail/LeadBar.tsx';
import { LeadFacts } from '#web/features/leads/detail/LeadFacts.tsx';
import { LeadNeighbours } from '#web/features/leads/detail/LeadNeighbours.tsx';
import { LeadSummary } from '#web/features/leads/detail/LeadSummary.tsx';
import { NextStep } from '#web/features/reminders/NextStep.tsx';
import { Composer, FIRST_TASK } from '#web/leads/composer/Composer.tsx';
import { LeadFailure } from '#web/leads/LeadFailure.tsx';
import { LeadHeading } from '#web/leads/LeadHeading.tsx';
import classes from '#web/leads/LeadPage.module.css';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { useInPlace } from '#web/leads/in-place/useInPlace.tsx';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
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

/** A lead's page: name and contact, the configured fields, and the history. */
function LeadDetail({ leadId }: { leadId: string }) {
  const page = useQuery(leadPageQuery(leadId));
  const data = page.data?.data.lead;
  const timeZone = useTimeZone(data);
  const fields = useFieldConfiguration(data?.clientId);
  const listSearch = listSearchOf(useLocation());
  const [merges, setMerges] = useState(false);
  const [task, setTask] = useState(FIRST_TASK);
  const isPhone = useIsPhone();
  const inPlace = useInPlace(() => fields, FactEditor);
  const mayEdit = useCan('leads.write');
  useEffect(() => rememberOpened(leadId), [leadId]);
  useLeadTitle(data, fields);
  useRecentLead(leadId, statusOf(page.error) === 404 ? null : data);

  if (page.isError)
    return <LeadFailure error={page.error} back={listLink(listSearch)} onRetry={() => void page.refetch()} />;
  if (!data) return <LeadSkeleton />;
  const shown = { lead: inPlace.shown(data), fields, timeZone };
  const facts = { ...shown, onEdit: mayEdit ? inPlace.edit : undefined };
  return (
    <article className={classes.page}>
      <div className={classes.bar}>
        <BackToLeads />
        {listSearch && <LeadNeighbours leadId={leadId} listSearch={listSearch} />}
      </div>
      <LeadHeading {...shown}>
        {!isPhone && <LeadActions lead={data} onMerge={() => setMerges(true)} />}
      </LeadHeading>
      <NextStep
        lead={data}
        timeZone={timeZone}
        onPlan={() => setTask({ kind: 'follow-up', turn: task.turn + 1 })}
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <LeadFacts {...facts} />
          <Composer lead={data} timeZone={timeZone} task={task} onTask={setTask} />
          <LeadHistory leadId={leadId} fields={fields} timeZone={timeZone} />
        </div>
        <div className={classes.column}>
          <LeadSummary {...facts} />
          <CallHistory leadId={leadId} timeZone={timeZone} />
        </div>
      </div>
      {isPhone && <LeadBar lead={data} onMerge={() => setMerges(true)} />}
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
