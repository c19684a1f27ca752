import { formatMoney, shortMoney } from '#shared/values/money.ts';
import { inNumbers, inPercent } from '#shared/values/numbers.ts';
import type { PeopleFigures } from '#shared/activities/reports.ts';
import { WON, WON_VALUE, durationText, hoursText, points } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';

/** A figure of people, with its name as key. */
export type PeopleColumn = Column<PeopleFigures>;

const count = (
  key: keyof PeopleFigures,
  title: string,
  better?: 'more' | 'less',
): PeopleColumn => ({ key, title, of: (figures) => figures[key], text: inNumbers, ...(better && { better }) }); // prettier-ignore

const IN_TIME: PeopleColumn = {
  key: 'in_time',
  title: 'Contacted in time',
  of: ({ in_time, too_late }) => (in_time + too_late === 0 ? null : (in_time / (in_time + too_late)) * 100),
  text: inPercent,
  differenceText: points,
  unit: 'percent',
  better: 'more',
};

const TOO_LATE = count('too_late', 'Contacted too late', 'less');

/** The deciding figures come first, so that they are visible without scrolling on every screen. */
const COLUMNS: readonly PeopleColumn[] = [
  count('new_leads', 'New leads'),
  count('contacted', 'Contacted', 'more'),
  { ...WON, of: (figures) => figures.converted, text: inNumbers },
  {
    ...WON_VALUE,
    of: (figures) => figures.converted_value,
    text: formatMoney,
    short: shortMoney,
    unit: 'rupees',
  },
  { ...count('follow_ups_overdue', 'Overdue now', 'less'), isNow: true },
  count('follow_ups_late', 'Done late', 'less'),
  count('follow_ups_on_time', 'Done on time', 'more'),
  count('follow_ups_open', 'Follow-ups open'),
  count('calls', 'Calls', 'more'),
  count('connected', 'Connected', 'more'),
  {
    key: 'first_contact_minutes',
    title: 'First contact',
    of: (figures) => figures.first_contact_minutes,
    text: durationText,
    unit: 'minutes, median',
    better: 'less',
  },
  IN_TIME,
  TOO_LATE,
  {
    key: 'talk_minutes',
    title: 'Talk time',
    of: (figures) => figures.talk_minutes,
    text: durationText,
    unit: 'minutes',
    better: 'more',
  },
];

/**
 * The columns of a report; a promised first contact adds two. A working day does not have 24 hours, so waits
 * in working hours are shown without days.
 */
export const columnsOf = (hasPromise: boolean, countsWorkingHours: boolean): readonly PeopleColumn[] =>
  COLUMNS.filter((column) => hasPromise || (column !== IN_TIME && column !== TOO_LATE)).map((column) =>
    countsWorkingHours && column.key === 'first_contact_minutes'
      ? { ...column, text: hoursText, unit: 'working minutes, median' }
      : column,
  );
