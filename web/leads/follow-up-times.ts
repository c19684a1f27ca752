import { clockTime, dayOf, fromDateTimeInput, localTime, startOfDay } from '#shared/dates.ts';

/** A moment that one click chooses for a follow-up; the label names its day. */
export type FollowUpTime = { label: string; at: Date };

const MONDAY = 1;

/** Today at five (until half past four), tomorrow at nine and the next Monday at nine, by the clock of the zone. */
export function followUpTimes(now: Date, timeZone: string): FollowUpTime[] {
  const today = dayOf(now, timeZone);
  const { hour, minute } = localTime(now, timeZone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const distance = (MONDAY - weekday + 7) % 7;
  // On a Sunday tomorrow is Monday already: then the Monday after, which the label names by its date.
  const toMonday = distance <= 1 ? distance + 7 : distance;
  const at = (days: number, time: number) => {
    const midnight = startOfDay(today, timeZone, days) ?? now;
    const day = dayOf(midnight, timeZone);
    const moment = fromDateTimeInput(`${day}T${String(time).padStart(2, '0')}:00`, timeZone) ?? midnight;
    return { day, moment, clock: clockTime(time, 0) };
  };
  const [evening, morning, monday] = [at(0, 17), at(1, 9), at(toMonday, 9)];
  return [
    ...(hour * 60 + minute < 16 * 60 + 30 ? [{ label: `Today, ${evening.clock}`, at: evening.moment }] : []),
    { label: `Tomorrow, ${morning.clock}`, at: morning.moment },
    { label: `${dayName(monday.day)}, ${monday.clock}`, at: monday.moment },
  ];
}

/** `Mon 30 Nov` for `2026-11-30`. */
function dayName(day: string): string {
  const words = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat('en-GB', words).formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}`;
}
