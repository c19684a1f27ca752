// npm run rehearse [-- FILE]: restores the newest backup (or FILE) beside the running installation, upgrades it
// to this release, checks and compares it, and throws it away.
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { noteRehearsal } from '#server/backup/last-rehearsal.ts';
import { rehearse } from '#server/commands/rehearse/rehearse.ts';
import { runCommand } from './command.ts';
import { sentenceOf } from './end-with-sentence.ts';
import { progress } from './terminal.ts';

const number = new Intl.NumberFormat('en-IN');
const say = (line: string) => process.stdout.write(`  ${line}\n`);

async function run(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { positionals } = parseArgs({ allowPositionals: true });
  const config = readConfig();
  const line = progress();
  const note = (problems: string[]) => noteRehearsal(config.dataDir, problems);
  const file = positionals[0] === undefined ? undefined : resolve(positionals[0]);
  const { source, at, clients, rows, seconds, problems } = await rehearse(config, file, line.show)
    .catch((error: unknown) => {
      note([sentenceOf(error) ?? String(error)]);
      throw error;
    })
    .finally(line.end);
  note(problems);
  say(`\n  Rehearsed with ${source}, as of ${at.toLocaleString()}:`);
  say(`${number.format(clients)} clients with ${number.format(rows)} rows.`);
  say(`Restoring took ${seconds.restore.toFixed(1)} s, upgrading ${seconds.upgrade.toFixed(1)} s.`);
  for (const problem of problems) say(`✗ ${problem}`);
  say(problems.length === 0 ? '\n  Nothing would be lost. You can upgrade.\n' : '\n  Do not upgrade yet.\n');
  if (problems.length > 0) process.exitCode = 1;
}

runCommand(
  [
    'npm run rehearse               restores, upgrades and checks the newest backup, then throws it away',
    'npm run rehearse -- FILE       does so with FILE',
  ],
  run,
);
