import { inNumbers } from '#shared/numbers.ts';

/** A figure of people, sources or steps: a column of the table, a choice of the chart, a column of the file. */
export type Column<Figures> = {
  key: string;
  title: string;
  /** Null where there is nothing to tell: no first contact, no promise. */
  of: (figures: Figures) => number | null;
  text: (value: number) => string;
  /** A short form for narrow places. */
  short?: (value: number) => string;
  /** The words of a difference, where a difference has another unit than the figure. */
  differenceText?: (value: number) => string;
  /** The unit of the plain number in files. */
  unit?: string;
  /** Whether a larger figure is better, worse, or neither. */
  better?: 'more' | 'less';
};

/** `45 min`, `52 h 5 min`: a duration of minutes as people say it, without days. */
export function hoursText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const hours = inNumbers(Math.floor(whole / 60));
  return whole % 60 ? `${hours} h ${whole % 60} min` : `${hours} h`;
}

/** `45 min`, `3 h 5 min`, `2 d 4 h`: a duration of minutes as people say it. */
export function durationText(minutes: number): string {
  const hours = Math.floor(Math.round(minutes) / 60);
  if (hours < 24) return hoursText(minutes);
  const days = inNumbers(Math.floor(hours / 24));
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

/** The difference of two per cents. */
export const points = (value: number) =>
  `${Math.round(value)} ${Math.round(value) === 1 ? 'point' : 'points'}`;

/** The column with this key, else the first. */
export const columnNamed = <Figures>(columns: readonly Column<Figures>[], key: string): Column<Figures> =>
  columns.find((column) => column.key === key) ?? (columns[0] as Column<Figures>);

/** The words of a figure; `-` where there is nothing to tell. */
export const figureText = <Figures>(
  { text, short = text }: Column<Figures>,
  value: number | null,
  isNarrow = false,
): string => (value === null ? '-' : (isNarrow ? short : text)(value));
