import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { CallHistory } from '#web/features/call-logs/CallHistory.tsx';
import { QueueList } from '#web/features/call-logs/queue/QueueList.tsx';
import { QueueSteps } from '#web/features/call-logs/queue/QueueSteps.tsx';
import { LogCallForm } from '#web/features/call-logs/LogCallForm.tsx';
import { useCallQueue, useHasRoom } from '#web/features/call-logs/queue/useCallQueue.ts';
import { useCallTimer } from '#web/features/call-logs/useCallTimer.ts';
import { useCallWays } from '#web/features/call-logs/useCallWays.ts';
import { ContactWays } from '#web/leads/ways/ContactWays.tsx';
import ways from '#web/leads/ways/Ways.module.css';
import { LeadFailure } from '#web/leads/LeadFailure.tsx';
import { LeadHeading } from '#web/leads/LeadHeading.tsx';
import classes from '#web/leads/LeadPage.module.css';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { findDialled, forgetDialled } from '#web/leads/ways/dialled.ts';
import { rememberOpened } from '#web/leads/useLastOpened.ts';
import { useLeadTitle } from '#web/leads/useLeadTitle.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';

const LAST_CALLS = 5;

/** When the call of this lead began, if the user comes from the phone's dialler. */
function useCallUnderWay(leadId: string): number | undefined {
  const [dialled] = useState(() => {
    const found = findDialled();
    return found?.leadId === leadId ? found : undefined;
  });
  useEffect(() => {
    if (dialled) forgetDialled();
  }, [dialled]);
  return dialled?.at;
}

/**
 * The screen that logs a call, with the lead next to the form. Continues with the next lead of the queue, if
 * there is one.
 */
export function LogCall({ leadId }: { leadId: string }) {
  const page = useQuery(leadPageQuery(leadId));
  const data = page.data?.data.lead;
  const timeZone = useTimeZone(data);
  const fields = useFieldConfiguration(data?.clientId);
  const location = useLocation();
  const queue = useCallQueue(leadId, fields);
  const hasRoom = useHasRoom();
  const timer = useCallTimer(useCallUnderWay(leadId));
  const exits = useCallWays(leadId);
  const dirty = useRef(false);
  const onDirty = useCallback((isDirty: boolean) => void (dirty.current = isDirty), []);
  const guard = useLeaveGuard(useCallback(() => dirty.current, []));
  useEffect(() => rememberOpened(leadId), [leadId]);
  useLeadTitle(leadId, data, fields, 'Log a call');

  if (page.isError && !data) {
    const back = listLink(listSearchOf(location));
    return <LeadFailure error={page.error} back={back} onRetry={() => void page.refetch()} />;
  }
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div className={classes.actions}>
          <BackButton onClick={() => guard.attempt(exits.toList)}>Back to Leads</BackButton>
          <BackButton onClick={() => guard.attempt(exits.toReminders)}>Back to Reminder</BackButton>
        </div>
        {queue && <QueueSteps queue={queue} onGo={(step) => guard.attempt(() => exits.go(step))} />}
      </div>
      {!data && <Waiting label="Loading lead details..." />}
      {data && (
        <>
          <LeadHeading lead={data} fields={fields} timeZone={timeZone}>
            <div className={ways.ways}>
              <ContactWays lead={data} onCall={timer.start} />
            </div>
          </LeadHeading>
          <div className={classes.columns}>
            <LogCallForm
              lead={data}
              timeZone={timeZone}
              timer={timer}
              queue={queue}
              onDirty={onDirty}
              onCancel={() => guard.attempt(exits.cancel)}
              onSaved={exits.saved}
            />
            <div className={classes.column}>
              {queue && hasRoom && (
                <QueueList
                  queue={queue}
                  leadId={leadId}
                  timeZone={timeZone}
                  onChoose={(call) => guard.attempt(() => exits.go(queue.stepTo(call)))}
                />
              )}
              <CallHistory leadId={leadId} timeZone={timeZone} most={LAST_CALLS} />
            </div>
          </div>
        </>
      )}
      <LeaveQuestion guard={guard} />
    </div>
  );
}
