import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { lastRehearsal } from '#server/backup/last-rehearsal.ts';
import { backupRehearsed } from '#server/metrics.ts';

const HOUR = 60 * 60_000;
const SUNDAY = 0;
/** The hours (machine time) of a Sunday: after the nightly backup, and while few people work. */
const [FROM, TO] = [3, 7];
/** Milliseconds since the last rehearsal, from which another one is due on a Sunday. */
const RECENT = 3 * 24 * HOUR;
/** The least share of the disk that must be free for a second copy of the data. */
const LEAST_FREE = 0.5;
const PROGRAM = fileURLToPath(new URL('../commands/rehearse.ts', import.meta.url));

type Options = {
  dataDir: string;
  log: { info: (text: string) => void; error: (text: string) => void };
};

/** Whether the rehearsal of this Sunday is still missing. @internal */
export function isRehearsalDue(now: Date, last: number | undefined): boolean {
  const isTime = now.getDay() === SUNDAY && now.getHours() >= FROM && now.getHours() < TO;
  return isTime && (last === undefined || now.getTime() - last > RECENT);
}

/**
 * Restores the newest backup for a trial each Sunday, in a process of its own at low priority. The returned
 * function stops this. Never keeps the process alive.
 */
export function rehearseWeekly({ dataDir, log }: Options): () => Promise<void> {
  const show = () => {
    const goodAt = lastRehearsal(dataDir)?.goodAt;
    if (goodAt !== undefined) backupRehearsed.set(goodAt / 1000);
  };
  show();
  let child: ChildProcess | undefined;
  let running: Promise<void> | undefined;
  const trial = async () => {
    const { bavail, blocks } = await statfs(dataDir);
    if (bavail / blocks < LEAST_FREE) {
      log.info('The backup is not restored for a trial: less than half of the disk is free.');
      return;
    }
    const started = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    const ended = once(started, 'exit') as Promise<[code: number | null]>;
    const [said, failed, [code]] = await Promise.all([text(started.stdout), text(started.stderr), ended]);
    if (code === 0) log.info('The newest backup was restored for a trial, and nothing was wrong with it.');
    else log.error(`The newest backup was restored for a trial: ${(failed || said).trim()}`);
    show();
  };
  const look = () => {
    if (running || !isRehearsalDue(new Date(), lastRehearsal(dataDir)?.at)) return;
    running = trial()
      .catch((error: Error) => log.error(`The backup could not be tried: ${error.message}`))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(look, HOUR).unref();
  return async () => {
    clearInterval(timer);
    child?.kill();
    await running;
  };
}
