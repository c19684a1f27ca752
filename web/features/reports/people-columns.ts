import { formatMoney, shortMoney } from '#shared/money.ts';
import { inNumbers } from '#shared/numbers.ts';
import type { PeopleFigures } from '#shared/reports.ts';

/** A figure of people, sources or steps: a column of the table, a choice of the chart, a column of the file. */
export type Column<Figures = PeopleFigures> = {
  /** Of a column of people: the name of its figure. */
  key: string;
  title: string;
  /** Null where there is nothing to tell: no first contact, no promise. */
  of: (figures: Figures) => number | null;
  text: (value: number) => string;
  /** A short form for narrow places. */
  short?: (value: number) => string;
  /** The unit of the plain number in files. */
  unit?: string;
  /** Whether a larger figure is better, worse, or neither. */
  better?: 'more' | 'less';
};

/** `45 min`, `3 h 5 min`, `2 d 4 h`: a duration of minutes as people say it. */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  if (hours < 24) return whole % 60 ? `${hours} h ${whole % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${inNumbers(days)} d ${hours % 24} h` : `${inNumbers(days)} d`;
}

export const percent = (value: number) => `${Math.round(value)}%`;
const count = (
  key: keyof PeopleFigures,
  title: string,
  better?: 'more' | 'less',
): Column => ({ key, title, of: (figures) => figures[key], text: inNumbers, ...(better && { better }) }); // prettier-ignore

const IN_TIME: Column = {
  key: 'in_time',
  title: 'Contacted in time',
  of: ({ in_time, too_late }) => (in_time + too_late === 0 ? null : (in_time / (in_time + too_late)) * 100),
  text: percent,
  unit: 'percent',
  better: 'more',
};

const TOO_LATE = count('too_late', 'Contacted too late', 'less');

const COLUMNS: readonly Column[] = [
  count('new_leads', 'New leads'),
  count('contacted', 'Contacted', 'more'),
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
  count('calls', 'Calls', 'more'),
  count('connected', 'Connected', 'more'),
  {
    key: 'talk_minutes',
    title: 'Talk time',
    of: (figures) => figures.talk_minutes,
    text: durationText,
    unit: 'minutes',
    better: 'more',
  },
  count('follow_ups_on_time', 'Follow-ups on time', 'more'),
  count('follow_ups_late', 'Follow-ups late', 'less'),
  count('follow_ups_open', 'Follow-ups open'),
  count('converted', 'Converted', 'more'),
  {
    key: 'converted_value',
    title: 'Converted value',
    of: (figures) => figures.converted_value,
    text: formatMoney,
    short: shortMoney,
    unit: 'rupees',
    better: 'more',
  },
];

/** The columns of a report; the promise of the first contact has two where there is a promise. */
export const columnsOf = (hasPromise: boolean): readonly Column[] =>
  hasPromise ? COLUMNS : COLUMNS.filter((column) => column !== IN_TIME && column !== TOO_LATE);

/** The column with this key, else the first. */
export const columnNamed = <Figures>(columns: readonly Column<Figures>[], key: string): Column<Figures> =>
  columns.find((column) => column.key === key) ?? (columns[0] as Column<Figures>);
