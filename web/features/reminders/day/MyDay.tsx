import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '#shared/values/dates.ts';
import { myDay } from '#shared/activities/my-day.ts';
import type { MyDay as Day } from '#shared/activities/my-day.ts';
import type { WhoseDay } from '#shared/activities/whose-day.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { query } from '#web/api/query.ts';
import { StartCalling } from '#web/features/reminders/StartCalling.tsx';
import { DueGroup, WaitingGroup } from '#web/features/reminders/day/DayGroup.tsx';
import classes from '#web/features/reminders/day/MyDay.module.css';
import { waitingSearch } from '#web/features/reminders/day/day-links.ts';
import { rememberRow, useLastRow } from '#web/features/reminders/day/useLastRow.ts';
import { useCardKeys } from '#web/features/reminders/useCardKeys.ts';
import { useFieldsByClient } from '#web/leads/fields/useFieldConfiguration.ts';
import { SnoozeDialogs } from '#web/leads/follow-ups/SnoozeDialogs.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useWhoseDay } from '#web/leads/useWhoseDay.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { Coming } from '#web/ui/states/Coming.tsx';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';

/** Loads the day. A page that waits with its own content until the day has loaded uses the same query. */
export function useDay() {
  const [whose] = useWhoseDay();
  return useQuery({
    ...query(myDay.get, { query: { whose } }),
    placeholderData: keepPreviousData,
    // Reminders become due over time.
    refetchInterval: 60_000,
  });
}

const TITLES = { me: 'My Day', team: "The team's day" };

/** The work of the day, most urgent first: follow-ups by due day, and the leads that wait. */
export function MyDay() {
  const [whose, choose] = useWhoseDay();
  const { leadVisibility } = useUser();
  const day = useDay();
  const data = day.data?.data;
  useCardKeys();
  return (
    <section
      className={classes.page}
      aria-labelledby="my-day"
      aria-busy={day.isPlaceholderData || undefined}
      onClickCapture={rememberRow}
    >
      <header className={classes.top}>
        <h2 id="my-day">{TITLES[whose]}</h2>
        {leadVisibility !== 'own' && (
          <Choices
            title="Whose day"
            isTitleHidden
            choices={[
              { value: 'me', label: 'Me' },
              { value: 'team', label: 'Team' },
            ]}
            value={whose}
            onChange={(value) => choose(value as WhoseDay)}
          />
        )}
        {data && (
          <StartCalling
            first={data.overdue.rows[0] ?? data.today.rows[0]}
            choice={{ due: 'until_today', mine: data.whose === 'me', page: 1 }}
            total={data.overdue.total + data.today.total}
            isCapped={data.overdue.totalIsCapped || data.today.totalIsCapped}
          />
        )}
      </header>
      {data && <Covers covers={data.covers} />}
      {data ? (
        <SnoozeDialogs>
          <Groups day={data} readAt={day.dataUpdatedAt} />
        </SnoozeDialogs>
      ) : (
        <Meanwhile hasFailed={day.isError} onRetry={() => void day.refetch()} />
      )}
    </section>
  );
}

/** The people whose follow-ups the user covers today. */
function Covers({ covers }: Pick<Day, 'covers'>) {
  if (covers.length === 0) return null;
  const words = covers.map(
    ({ name, last_day }) =>
      `${name} ${last_day ? `until ${formatDate(`${last_day}T00:00:00Z`, 'UTC')}` : 'until further notice'}`,
  );
  return (
    <p className={classes.covers} dir="auto">
      You cover {new Intl.ListFormat('en').format(words)}.
    </p>
  );
}

function Groups({ day, readAt }: { day: Day; readAt: number }) {
  // A follow-up that the response counts as overdue shows as overdue, even within the same minute.
  const now = Math.max(useNow(), readAt);
  useLastRow();
  const timeZone = useTimeZone();
  const mayAdd = useCan('leads.write');
  const { whose, overdue, today, tomorrow, later, no_next_step, new: fresh, unassigned } = day;
  const waiting = [no_next_step, fresh, unassigned];
  const fieldsOf = useFieldsByClient(waiting.flatMap(({ rows }) => rows.map((lead) => lead.clientId)));
  const shown = { mine: whose === 'me', now, timeZone };
  const isEmpty = [overdue, today, tomorrow, later, ...waiting].every(({ total }) => total === 0);
  if (isEmpty) {
    return (
      <p className={classes.empty}>
        Nothing is due and no leads are waiting. New leads and due follow-ups appear here.{' '}
        {mayAdd && (
          <>
            <Link to={paths.leads}>Choose a lead</Link> to plan one, or{' '}
            <Link to={paths.createLead}>add a lead</Link>.
          </>
        )}
      </p>
    );
  }
  return (
    <>
      <DueGroup {...shown} title="Overdue" due="overdue" group={overdue} />
      <DueGroup {...shown} title="Today" due="today" group={today} />
      <DueGroup {...shown} title="Tomorrow" due="tomorrow" group={tomorrow} />
      <DueGroup {...shown} title="Later" due="after_tomorrow" group={later} />
      <WaitingGroup
        {...shown}
        fieldsOf={fieldsOf}
        title="No next step"
        kind="no_next_step"
        group={no_next_step}
      />
      <WaitingGroup {...shown} fieldsOf={fieldsOf} title="New, not yet called" kind="new" group={fresh} />
      {whose === 'me' ? (
        <WaitingGroup
          {...shown}
          fieldsOf={fieldsOf}
          title="New, unassigned"
          kind="unassigned"
          group={unassigned}
        />
      ) : (
        <Ownerless group={unassigned} />
      )}
    </>
  );
}

/** Tells those who assign leads that some are unassigned, and where to do it. */
function Ownerless({ group: { total, totalIsCapped } }: { group: Day['unassigned'] }) {
  const mayGiveOut = useCan('distribution.manage');
  if (total === 0 || !mayGiveOut) return null;
  return (
    <p className={classes.empty}>
      {inNumbers(total)}
      {totalIsCapped && '+'} new {total === 1 ? 'lead is' : 'leads are'} unassigned.{' '}
      <Link to={`${paths.leads}?${waitingSearch('unassigned', false)}`}>
        Assign {total === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}

function Meanwhile({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) return <PartFailure onRetry={onRetry}>Failed to load your day</PartFailure>;
  return (
    <>
      <p className={classes.loading} role="status">
        <Coming>Loading your day...</Coming>
      </p>
      <div className={classes.bones} aria-hidden="true" />
    </>
  );
}
