import type { Random } from './random.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** India keeps one offset from UTC all year. */
const OFFSET = 5.5 * HOUR;
const OPENS = 9.5 * HOUR;
const CLOSES = 19 * HOUR;

/** Calendar days in India, counted from 1 January 1970. */
export const dayNumber = (instant: number) => Math.floor((instant + OFFSET) / DAY);
const midnight = (day: number) => day * DAY - OFFSET;
/** 1 January 1970 was a Thursday. */
const isSunday = (day: number) => (day + 4) % 7 === 0;

/** A random moment of that day between opening and closing. */
function workingMoment(random: Random, day: number): number {
  return midnight(day) + OPENS + random.whole(0, (CLOSES - OPENS) / 1000 - 1) * 1000;
}

/** The moment itself during working hours, otherwise some minutes after the next opening. */
export function atWork(random: Random, instant: number): number {
  let day = dayNumber(instant);
  const since = instant - midnight(day);
  if (since >= OPENS && since < CLOSES && !isSunday(day)) return instant;
  if (since >= CLOSES) day += 1;
  if (isSunday(day)) day += 1;
  return midnight(day) + OPENS + random.whole(2, 75) * MINUTE + random.whole(0, 59) * 1000;
}

/** A half-hour slot of that day, as in a diary. */
export function diarySlot(random: Random, day: number): number {
  return midnight(day) + 10 * HOUR + random.whole(0, 16) * 30 * MINUTE;
}

/** The day itself, or Monday if it is a Sunday. */
export const workday = (day: number) => (isSunday(day) ? day + 1 : day);

/**
 * `count` moments between the days of `from` and `now`, ascending, in working hours; later months contain
 * more than earlier ones, Sundays few.
 */
export function busyMoments(random: Random, count: number, from: number, now: number): number[] {
  const first = dayNumber(from) + 1;
  const days = dayNumber(now) - first;
  const moments: number[] = [];
  while (moments.length < count) {
    // The density rises linearly from 0.6 to 1.4 of the mean.
    const position = (Math.sqrt(0.36 + 1.6 * random.next()) - 0.6) / 0.8;
    const day = first + Math.floor(position * (days + 1));
    if (isSunday(day) && !random.chance(0.15)) continue;
    const moment = workingMoment(random, day);
    if (moment <= now) moments.push(moment);
  }
  return moments.toSorted((a, b) => a - b);
}
