import { inNumbers } from '#shared/values/numbers.ts';

/**
 * A figure of people, sources or steps: a column of the table, an option of the chart, a column of the file.
 */
export type Column<Figures> = {
  key: string;
  title: string;
  /** A shorter title for the table head, where the neighbouring columns give the context. */
  heading?: string;
  /** Null when there is no value: no first contact, no promise. */
  of: (figures: Figures) => number | null;
  text: (value: number) => string;
  /** A short form for tight places. */
  short?: (value: number) => string;
  /** The text of a difference, if its unit differs from the figure's. */
  differenceText?: (value: number) => string;
  /** The unit of the plain numbers in files. */
  unit?: string;
  /** Whether a larger figure is better, worse, or neither. */
  better?: 'more' | 'less';
  /** Counts what needs work right now, so it has no comparison, and any number above 0 is red. */
  isNow?: true;
};

/** `45 min`, `52 h 5 min`: a duration in hours and minutes, without days. */
export function hoursText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const hours = inNumbers(Math.floor(whole / 60));
  return whole % 60 ? `${hours} h ${whole % 60} min` : `${hours} h`;
}

/** `45 min`, `3 h 5 min`, `2 d 4 h`: a duration in minutes as text. */
export function durationText(minutes: number): string {
  const hours = Math.floor(Math.round(minutes) / 60);
  if (hours < 24) return hoursText(minutes);
  const days = inNumbers(Math.floor(hours / 24));
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

/** Wins count by the day they were won; the funnel counts the wins among the period's leads. */
export const WON = { key: 'converted', title: 'Won in the period', better: 'more' } as const;
export const WON_VALUE = {
  key: 'converted_value',
  title: 'Value won in the period',
  heading: 'Value won',
  better: 'more',
} as const;

/** The difference of two percentages. */
export const points = (value: number) =>
  `${Math.round(value)} ${Math.round(value) === 1 ? 'point' : 'points'}`;

/** The column with this key, else the first. */
export const columnNamed = <Figures>(columns: readonly Column<Figures>[], key: string): Column<Figures> =>
  columns.find((column) => column.key === key) ?? (columns[0] as Column<Figures>);

/** The text of a figure; `-` without a value. */
export const figureText = <Figures>(
  { text, short = text }: Column<Figures>,
  value: number | null,
  isNarrow = false,
): string => (value === null ? '-' : (isNarrow ? short : text)(value));
