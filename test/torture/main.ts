import { parseArgs } from 'node:util';
import { playSchedules } from '#test/schedules/play-schedules.ts';
import { breakDisks } from './broken-disk.ts';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    faults: { type: 'string' },
    'broken-disks': { type: 'string' },
    schedules: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.schedules) {
  say(`npm run torture -- --schedules ${values.schedules} --seed ${values.seed}`);
  const isWhole = await playSchedules(Number(values.seed), Number(values.schedules), say);
  process.exit(isWhole ? 0 : 1);
}
if (values['broken-disks']) {
  const rounds = Number(values['broken-disks']);
  say(`npm run torture -- --broken-disks ${rounds} --seed ${values.seed}`);
  const { violations } = await breakDisks({ rounds, seed: Number(values.seed), say });
  for (const violation of violations) say(`✖ ${violation}`);
  process.exit(violations.length === 0 ? 0 : 1);
}
// After an interruption the verdict is still given, and no process or disk is left over.
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort());
say(`npm run torture -- --minutes ${values.minutes} --seed ${values.seed}`);
const { violations, table, notes } = await torture({
  seconds: Number(values.minutes) * 60,
  seed: Number(values.seed),
  ...(values.faults && { faults: values.faults.split(',') }),
  say,
  signal: interrupted.signal,
});
for (const [what, times] of table) say(`${String(times).padStart(8)}  ${what}`);
for (const note of notes) say(`note: ${note}`);
for (const violation of violations) say(`✖ ${violation}`);
say(
  violations.length === 0
    ? '✔ Nothing acknowledged is missing, nothing half is there.'
    : `✖ ${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
