import * as z from 'zod/mini';
import { dayOf, instantOf, localTime } from '#shared/values/dates.ts';
import type { LocalTime } from '#shared/values/dates.ts';
import { day } from '#shared/values/instant.ts';
import type { WorkingTime } from '#shared/company/working-time.ts';

export const REPEAT_UNITS = ['day', 'week', 'month'] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];
/** Maximum number of days, weeks or months between two follow-ups. */
const MAX_REPEAT = 365;

const HOW_OFTEN = `Choose a number from 1 to ${MAX_REPEAT}.`;

/** How a follow-up repeats: every so many days, weeks or months. */
export const Repeat = z.object({
  every: z.int(HOW_OFTEN).check(z.minimum(1, HOW_OFTEN), z.maximum(MAX_REPEAT, HOW_OFTEN)),
  unit: z.enum(REPEAT_UNITS, 'Choose day, week or month.'),
  /** The last day on which a follow-up may be due; null without an end. */
  until: z.nullable(z.iso.date()),
});
export type Repeat = z.infer<typeof Repeat>;

/** A repetition as callers send it, by default without an end. */
export const NewRepeat = z.object({
  ...Repeat.shape,
  until: z._default(z.nullable(day('The last day')), null),
});
export type NewRepeat = z.infer<typeof NewRepeat>;

/** A series of follow-ups: the moment of its first one, and the steps from there to the current one. */
export type Series = Repeat & { from: Date; step: number };

type Calendar = Pick<WorkingTime, 'isWorkingDay'> & { timeZone: string };

const DAYS = { day: 1, week: 7, month: 31 };
const A_DAY = 86_400_000;
/** Longer than any run of free days: a client has at most a hundred holidays, and works one day a week. */
const MOST_FREE_DAYS = 800;

/**
 * The next follow-up of a series, after the current one and after `past`; undefined after its last day. Each
 * is counted from the first, so a month end and the time of day stay across short months and clock changes.
 * One that falls on a free day moves to the next working day, alone: those after it keep their days. Of
 * several that meet on a day only one is made.
 */
export function nextOf(
  series: Series,
  past: Date,
  calendar: Calendar,
): { at: Date; step: number } | undefined {
  const { timeZone } = calendar;
  const from = localTime(series.from, timeZone);
  const dueAt = (step: number) => instantOf(onWorkingDay(dateOf(series, from, step), calendar), timeZone);
  const length = DAYS[series.unit] * series.every * A_DAY;
  const passed = Math.floor((past.getTime() - series.from.getTime()) / length) - 1;
  let step = Math.max(series.step + 1, passed);
  let at = dueAt(step);
  while (at && at <= past) at = dueAt(++step);
  if (!at) return undefined;
  const due = dayOf(at, timeZone);
  if (series.until !== null && due > series.until) return undefined;
  for (let after = dueAt(step + 1); after && dayOf(after, timeZone) === due; after = dueAt(step + 1))
    step += 1;
  return { at, step };
}

/** The day of a step, by the calendar alone; a month that is too short has it on its last day. */
function dateOf({ every, unit }: Repeat, from: LocalTime, step: number): LocalTime {
  if (unit !== 'month') return shifted(from, step * every * DAYS[unit]);
  const months = from.month - 1 + step * every;
  const [year, month] = [from.year + Math.floor(months / 12), (months % 12) + 1];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { ...from, year, month, day: Math.min(from.day, last) };
}

function onWorkingDay(local: LocalTime, { isWorkingDay }: Calendar): LocalTime {
  for (let days = 0; days < MOST_FREE_DAYS; days += 1) {
    const moved = shifted(local, days);
    const date = new Date(Date.UTC(moved.year, moved.month - 1, moved.day));
    if (isWorkingDay(date.toISOString().slice(0, 10))) return moved;
  }
  return local;
}

function shifted(local: LocalTime, days: number): LocalTime {
  const date = new Date(Date.UTC(local.year, local.month - 1, local.day + days));
  return { ...local, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** `every 2 weeks`. */
export function repeatWords({ every, unit }: Pick<Repeat, 'every' | 'unit'>): string {
  return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
}
