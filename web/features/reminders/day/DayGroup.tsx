import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MyDay } from '#shared/activities/my-day.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { DueRow, WaitingRow } from '#web/features/reminders/day/DayRow.tsx';
import row from '#web/features/reminders/WorkRow.module.css';
import classes from '#web/features/reminders/day/MyDay.module.css';
import { dueLink, waitingSearch } from '#web/features/reminders/day/day-links.ts';
import type { WaitingKind } from '#web/features/reminders/day/day-links.ts';
import type { ReminderChoice } from '#web/leads/ways/call-way.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { paths } from '#web/paths.ts';

type Shown = { title: string; mine: boolean; now: number; timeZone: string };
type DueProps = Shown & { due: NonNullable<ReminderChoice['due']>; group: MyDay['overdue'] };

/** The follow-ups of one time group. */
export function DueGroup({ title, due, group, mine, now, timeZone }: DueProps) {
  return (
    <Group title={title} group={group} to={dueLink(due, mine)}>
      {group.rows.map((reminder) => (
        <DueRow
          key={reminder.id}
          reminder={reminder}
          due={due}
          isMine={mine}
          now={now}
          timeZone={reminder.client_time_zone ?? timeZone}
        />
      ))}
    </Group>
  );
}

type WaitingProps = Shown & {
  fieldsOf: (clientId: string) => FieldSettings;
  kind: WaitingKind;
  group: MyDay['new'];
};

/** Leads that wait for an action. */
export function WaitingGroup({ fieldsOf, title, kind, group, mine, now, timeZone }: WaitingProps) {
  const search = waitingSearch(kind, mine);
  return (
    <Group title={title} group={group} to={`${paths.leads}?${search}`}>
      {group.rows.map((lead) => (
        <WaitingRow
          key={lead.id}
          lead={lead}
          fields={fieldsOf(lead.clientId)}
          listSearch={search}
          isMine={mine && kind !== 'unassigned'}
          now={now}
          timeZone={lead.client_time_zone ?? timeZone}
        />
      ))}
    </Group>
  );
}

type GroupProps = {
  title: string;
  group: { total: number; totalIsCapped: boolean; rows: readonly unknown[] };
  to: string;
  children: ReactNode;
};

/** A group with its count, which opens the full list. Shows nothing for an empty group. */
function Group({ title, group: { total, totalIsCapped, rows }, to, children }: GroupProps) {
  const id = useId();
  if (total === 0) return null;
  const count = inNumbers(total) + (totalIsCapped ? '+' : '');
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        <Link to={to}>
          {title} <span>{count}</span>
        </Link>
      </h3>
      <ul className={row.rows} aria-labelledby={id}>
        {children}
      </ul>
      {total > rows.length && (
        <Link className={classes.all} to={to}>
          Show all {count}
        </Link>
      )}
    </section>
  );
}
