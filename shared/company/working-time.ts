import { A_DAY_AND_MORE, localTime, offsetAt } from '#shared/values/dates.ts';

/** A company's working days and hours, in its time zone: Monday is 1; `until` 00:00 is the end of the day. */
type OpenHours = {
  days: readonly number[];
  from: string;
  until: string;
  holidays: readonly { day: string }[];
};

/** A period of time, excluding its end. */
type Stretch = readonly [begins: number, ends: number];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Where the search for working time gives up. */
const TEN_YEARS = 3653 * DAY;

/** Minutes from midnight to a time such as `09:30`. */
export function minutesOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
}

/** Minutes from midnight to the end of the hours: 00:00 is the next midnight. */
export const endOf = (until: string): number => minutesOf(until) || 24 * 60;

export type WorkingTime = {
  /** Every minute of every day counts. */
  isAllHours: boolean;
  /** This moment if the company is working, otherwise its next opening. */
  nextMoment: (at: Date) => Date;
  /** The moment when this many working minutes have passed. */
  addMinutes: (start: Date, minutes: number) => Date;
  /** Whole working minutes between two moments. */
  minutesBetween: (start: Date, end: Date) => number;
  /** Whether the company works on a calendar day. */
  isWorkingDay: (day: string) => boolean;
};

/** Every minute of every day. */
const ALL_HOURS: WorkingTime = {
  isAllHours: true,
  nextMoment: (at) => at,
  addMinutes: (start, minutes) => new Date(start.getTime() + minutes * MINUTE),
  minutesBetween: (start, end) => Math.max(0, Math.floor((end.getTime() - start.getTime()) / MINUTE)),
  isWorkingDay: () => true,
};

/**
 * Counts a company's working time. A minute counts if a clock in the time zone shows a working hour, also on
 * days when clocks change. Without hours, all minutes count.
 */
export function workingTime(hours: OpenHours | null, timeZone: string): WorkingTime {
  if (!hours) return ALL_HOURS;
  const from = minutesOf(hours.from) * MINUTE;
  const until = endOf(hours.until) * MINUTE;
  const holidays = new Set(hours.holidays.map(({ day }) => Date.parse(day)));
  const works = (date: number) => hours.days.includes(new Date(date).getUTCDay() || 7) && !holidays.has(date);
  const known = new Map<number, readonly Stretch[]>();
  const stretchesOf = (date: number) => {
    let found = known.get(date);
    if (!found) {
      found = works(date) ? instants(date + from, date + until, timeZone) : [];
      known.set(date, found);
    }
    return found;
  };
  /** The working time from a moment on. */
  function* stretchesFrom(start: number): Generator<Stretch, undefined> {
    const { year, month, day } = localTime(new Date(start), timeZone);
    const first = Date.UTC(year, month - 1, day);
    for (let date = first; date < first + TEN_YEARS; date += DAY)
      for (const [begins, ends] of stretchesOf(date)) if (ends > start) yield [Math.max(begins, start), ends];
  }
  const addMinutes = (start: Date, minutes: number): Date => {
    let left = minutes * MINUTE;
    for (const [begins, ends] of stretchesFrom(start.getTime())) {
      if (begins + left <= ends) return new Date(begins + left);
      left -= ends - begins;
    }
    return ALL_HOURS.addMinutes(start, minutes);
  };
  return {
    isAllHours: false,
    nextMoment: (at) => addMinutes(at, 0),
    addMinutes,
    minutesBetween: (start, end) => {
      let passed = 0;
      for (const [begins, ends] of stretchesFrom(start.getTime())) {
        if (begins >= end.getTime()) break;
        passed += Math.min(ends, end.getTime()) - begins;
      }
      return Math.floor(passed / MINUTE);
    },
    isWorkingDay: (day) => works(Date.parse(day)),
  };
}

/**
 * The instants at which clocks in the time zone show times from `begins` until `ends`, both written as if in
 * UTC.
 */
function instants(begins: number, ends: number, timeZone: string): Stretch[] {
  const ahead = (instant: number) => offsetAt(instant, timeZone);
  const [early, late] = [begins - A_DAY_AND_MORE, ends + A_DAY_AND_MORE];
  const [before, after] = [ahead(early), ahead(late)];
  if (before === after) return [[begins - before, ends - before]];
  let [unchanged, changed] = [early, late];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (ahead(middle) === before) unchanged = middle;
    else changed = middle;
  }
  const stretches: Stretch[] = [
    [begins - before, Math.min(ends - before, changed)],
    [Math.max(begins - after, changed), ends - after],
  ];
  return stretches.filter(([opens, closes]) => opens < closes);
}
