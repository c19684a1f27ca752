/** The hour (machine time) after which the nightly backup is due. */
const HOUR = 2;
const DAYS = 7;
const WEEKS = 4;
const DAY = 24 * 60 * 60_000;
/**
 * Milliseconds by which a backup's name may be ahead of the clock, in case the clock was corrected after the
 * backup.
 */
const AHEAD = 60 * 60_000;

/** Whether a backup of this time is dated in the future: the clock was wrong, so its real time is unknown. */
export const isAhead = (time: number, now: number): boolean => time > now + AHEAD;

/** Whether the latest nightly backup is still missing. */
export function isDue(now: Date, newest: Date | undefined): boolean {
  const night = new Date(now);
  night.setHours(HOUR, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return newest === undefined || newest < night || isAhead(newest.getTime(), now.getTime());
}

/**
 * The backups to keep, given with the newest first: the newest of each of the latest seven days that have one,
 * and of each of the latest four weeks. Days and weeks are in UTC; weeks begin on Monday.
 */
export function toKeep<T>(
  newestFirst: readonly T[],
  timeOf: (backup: T) => number,
): { daily: T[]; weekly: T[] } {
  const kept = (most: number, part: (time: number) => number) =>
    [...Map.groupBy(newestFirst, (backup) => part(timeOf(backup))).values()]
      .slice(0, most)
      .flatMap(([newest]) => (newest === undefined ? [] : [newest]));
  // The first of January 1970 was a Thursday.
  const week = (time: number) => Math.floor((time / DAY + 3) / 7);
  return { daily: kept(DAYS, (time) => Math.floor(time / DAY)), weekly: kept(WEEKS, week) };
}
