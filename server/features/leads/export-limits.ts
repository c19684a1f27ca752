import { EXPORTS_PER_MINUTE } from '#shared/lead-export.ts';
import { TooManyRequests } from '#server/errors.ts';

const MINUTE = 60_000;
/** Each running export holds one connection to the database. */
const MOST_RUNNING = 3;
const started = new Map<string, number[]>();
let running = 0;

/** Notes that a user starts an export. Throws 429 when that is one too many within a minute. */
export function noteExport(userId: string, now = Date.now()): void {
  const recent = (started.get(userId) ?? []).filter((at) => at > now - MINUTE);
  const [first] = recent;
  if (first !== undefined && recent.length >= EXPORTS_PER_MINUTE) {
    throw new TooManyRequests(
      `You can export ${EXPORTS_PER_MINUTE} times a minute. Please wait a moment.`,
      Math.ceil((first + MINUTE - now) / 1000),
    );
  }
  if (started.size > 10_000) started.clear();
  started.set(userId, [...recent, now]);
}

/** Takes one of the places for running exports; answers how to give it back. Throws 429 when all are taken. */
export function exportSlot(): () => void {
  if (running >= MOST_RUNNING) {
    throw new TooManyRequests('Other exports are running. Please try again in a few seconds.', 5);
  }
  running += 1;
  let isHeld = true;
  return () => {
    if (isHeld) running -= 1;
    isHeld = false;
  };
}
