import { clockTime } from '#shared/values/dates.ts';
import { DEMO_TIME_ZONE, slotStart } from '#shared/installation/demo-slots.ts';

/** The chosen slot: `2026-11-23` and minutes after midnight, in the time zone of the slots. */
export type Booking = { date: string; minutes: number };
export type Details = { name: string; email: string; phone: string; company: string; message: string };

/** When the booked demo begins. */
export function startOf({ date, minutes }: Booking): Date {
  return slotStart(date, minutes, DEMO_TIME_ZONE) ?? new Date(Number.NaN);
}

/** `9:30 AM` */
export function timeWords(minutes: number): string {
  return clockTime(Math.floor(minutes / 60), minutes % 60);
}

/** `Monday, 23/11/2026` */
export function dateWords(date: string): string {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  );
  return `${weekday}, ${date.split('-').toReversed().join('/')}`;
}

/** The name of the slots' time zone: `India Standard Time (GMT+5:30)`. */
export function zoneWords(at: Date): string {
  const part = (timeZoneName: 'long' | 'longOffset') =>
    new Intl.DateTimeFormat('en-GB', { timeZone: DEMO_TIME_ZONE, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? DEMO_TIME_ZONE;
  return `${part('long')} (${part('longOffset')})`;
}

/** The start in the visitor's time zone; undefined when that is the same time. */
export function visitorTime(start: Date): string | undefined {
  const options = { weekday: 'short', hour: 'numeric', minute: '2-digit', hour12: true } as const;
  const here = new Intl.DateTimeFormat('en-GB', options).format(start);
  const there = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: DEMO_TIME_ZONE }).format(start);
  return here === there ? undefined : here.replace(/am|pm/, (half) => half.toUpperCase());
}
