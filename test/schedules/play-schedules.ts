import { openTestApp } from '#test/app.ts';
import { machineNow } from '#test/schedules/clock.ts';
import { openPlay } from '#test/schedules/play.ts';
import { createWorld } from '#test/world.ts';

/** Seeds between two lines of progress. */
const STEP = 100;

/** Plays `count` seeds from `from` on, in a database of its own; returns whether nothing broke. */
export async function playSchedules(
  from: number,
  count: number,
  say: (line: string) => void,
): Promise<boolean> {
  const app = await openTestApp({}, { isMirrored: false });
  const { playAll, close } = await openPlay(app, await createWorld(app));
  const since = machineNow();
  try {
    for (let first = from; first < from + count; first += STEP) {
      const seeds = Array.from({ length: Math.min(STEP, from + count - first) }, (_, index) => first + index);
      const broken = await playAll(seeds);
      if (broken) {
        say(`✖ npm run torture -- --schedules 1 --seed ${broken.seed}: ${broken.acts.join(', ')}`);
        for (const line of [...broken.steps, ...broken.violations.map((text) => `✖ ${text}`)])
          say(`  ${line}`);
        return false;
      }
      const played = Math.min(first + STEP, from + count) - from;
      say(`${played} schedules, ${Math.round((played * 60_000) / (machineNow() - since))} a minute`);
    }
    say('✔ Nothing was lost, made twice or locked for ever.');
    return true;
  } finally {
    await close();
    await app.close();
  }
}
