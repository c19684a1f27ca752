import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { Navigate } from 'react-router';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { query } from '#web/api/query.ts';
import type { Answer } from '#web/api/answer.ts';
import { NextStepOffer } from '#web/features/reminders/NextStepOffer.tsx';
import { ReminderRows } from '#web/features/reminders/ReminderRows.tsx';
import classes from '#web/features/reminders/Reminders.module.css';
import { RemindersBar } from '#web/features/reminders/RemindersBar.tsx';
import { RemindersChips } from '#web/features/reminders/RemindersChips.tsx';
import { RemindersFooter } from '#web/features/reminders/RemindersFooter.tsx';
import { choiceOf, isNarrowed, remindersQuery } from '#web/features/reminders/reminders-state.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { StartCalling } from '#web/features/reminders/StartCalling.tsx';
import { useRemindersState } from '#web/features/reminders/useRemindersState.ts';
import { REMINDERS_PER_PAGE } from '#web/leads/ways/call-way.ts';
import { SnoozeDialogs } from '#web/leads/follow-ups/SnoozeDialogs.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { ListStates } from '#web/ui/lists/ListStates.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';

const Calendar = loadable(
  async () => (await import('#web/features/reminders/calendar/Calendar.tsx')).Calendar,
  () => <Waiting label={WORDS.loading} />,
);

const WORDS = {
  loading: 'Loading reminders...',
  failure: 'An error occurred',
  failureTitle: 'Error loading reminders',
  again: 'Try Again',
};

/** Follow Ups: the open reminders, and the completed ones, in a list or by day. */
export function Reminders() {
  const { state, change: changePlace, pageLink, dayLink } = useRemindersState();
  const { view } = state;
  const isList = view === 'list';
  const timeZone = useTimeZone();
  const [done, setDone] = useState<Reminder>();
  const change = (part: Partial<RemindersState>) => {
    setDone(undefined);
    changePlace(part);
  };
  const list = useQuery({
    ...query(reminders.list, { query: remindersQuery(state) }),
    enabled: isList,
    placeholderData: keepPreviousData,
    // Reminders become due over time.
    refetchInterval: 60_000,
  });
  const answer = isList ? list.data : undefined;
  // The last row of the last page is gone, so the previous page shows instead.
  const last = Math.max(1, answer?.pagination?.totalPages ?? 1);
  if (answer && !list.isPlaceholderData && state.page > last) return <Navigate to={pageLink(last)} replace />;
  return (
    <SnoozeDialogs>
      <div className={classes.page}>
        <div className={classes.top}>
          {mayStart(state) && answer && (
            <StartCalling {...dueOn(state, answer.data)} choice={dueChoice(state)} />
          )}
          <RemindersBar state={state} counts={answer?.data.counts} onChange={change} />
        </div>
        <RemindersChips state={state} onChange={change} />
        {done && (
          <NextStepOffer
            key={done.id}
            after={done}
            timeZone={done.client_time_zone ?? timeZone}
            onEnd={() => setDone(undefined)}
          />
        )}
        {isList ? (
          <ReminderList list={list} state={state} timeZone={timeZone} onChange={change} onDone={setDone} />
        ) : (
          <Calendar state={{ ...state, view }} onChange={change} dayLink={dayLink} />
        )}
      </div>
    </SnoozeDialogs>
  );
}

type ListProps = {
  list: UseQueryResult<Answer<DataOf<typeof reminders.list>>>;
  state: RemindersState;
  timeZone: string;
  onChange: (part: Partial<RemindersState>) => void;
  onDone: (done: Reminder | undefined) => void;
};

function ReminderList({ list, state, timeZone, onChange, onDone }: ListProps) {
  return (
    <ListStates source={list} words={WORDS}>
      {({ data: { reminders: rows }, pagination }) =>
        rows.length === 0 ? (
          <StateMessage icon={BellRing} title="No reminders">
            {emptyText(state)}
          </StateMessage>
        ) : (
          <>
            <ReminderRows
              rows={rows}
              state={state}
              timeZone={timeZone}
              readAt={list.dataUpdatedAt}
              isStale={list.isPlaceholderData}
              onDone={onDone}
              onReopened={() => onDone(undefined)}
            />
            {pagination && (
              <RemindersFooter
                pagination={pagination}
                shown={rows.length}
                onPage={(page) => onChange({ page })}
              />
            )}
          </>
        )
      }
    </ListStates>
  );
}

/**
 * The follow-ups to call: those due until tonight, with which the list starts, or the selected chip's part of
 * them.
 */
const dueChoice = (state: RemindersState) => ({ ...choiceOf(state), due: state.due || 'until_today' });

/** Their number, and the first on the page. */
function dueOn({ due, page }: RemindersState, { counts, reminders: rows }: DataOf<typeof reminders.list>) {
  const total = due === 'overdue' || due === 'today' ? counts[due] : counts.overdue + counts.today;
  const isDue = ['', 'overdue', 'today', 'until_today'].includes(due);
  return { total, first: isDue && total > (page - 1) * REMINDERS_PER_PAGE ? rows[0] : undefined };
}

/** The chips, and so the number of follow-ups to call, don't count by days. A narrowed list is called from its rows. */
const mayStart = (state: RemindersState) => state.group === 'upcoming' && !isNarrowed(state);

function emptyText(state: RemindersState): string {
  const { group, due } = state;
  if (isNarrowed(state)) return 'No follow-ups for these people in this period.';
  if (group === 'completed') return 'Follow-ups you complete appear here.';
  if (due === 'overdue') return 'Nothing is overdue.';
  if (due === 'today') return 'Nothing else is due today.';
  return "You're all caught up! No follow-ups scheduled.";
}
