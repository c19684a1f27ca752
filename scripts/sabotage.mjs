// npm run sabotage: makes the small errors of test/sabotage one at a time in a copy, and reports which test
// notices each.
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.mjs';
import { main, ScriptError } from './run.mjs';
import { setUp } from './setup.mjs';
import { inCleanSurroundings } from './surroundings.mjs';
import { runOnDatabase } from './test-database.mjs';

const HELP = `npm run sabotage -- [options]
  --only <id>      this error; may be given several times
  --kind <kind>    errors of this kind, such as locks; may be given several times
  --shard 1/4      every fourth error, beginning with the first
  --draw <number>  in place of the list, so many errors drawn from server/ and shared/ by a seed
  --seed <text>    the seed of --draw; the same tree and seed draw the same errors
  --quick          takes it for granted that the errors compile and that their tests pass without them
  --workers <n>    makes so many errors at once, each in a copy of its own; one unless given
  --rest           asks all other tests where the named ones notice nothing
  --out <file>     the table of what was noticed, sabotage.md unless given`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        only: { type: 'string', multiple: true },
        kind: { type: 'string', multiple: true },
        shard: { type: 'string' },
        draw: { type: 'string' },
        seed: { type: 'string', default: 'lms' },
        rest: { type: 'boolean' },
        quick: { type: 'boolean' },
        workers: { type: 'string', default: '1' },
        out: { type: 'string', default: 'sabotage.md' },
      },
    });
    if (!/^[1-9]$/.test(values.workers)) throw new Error('--workers is a number from 1 to 9.');
    if (values.draw !== undefined && !/^[1-9]\d{0,3}$/.test(values.draw))
      throw new Error('--draw is a number of errors, such as 60.');
    return values;
  } catch (error) {
    throw new ScriptError(`${error.message}\n\n${HELP}`);
  }
}

await main(async () => {
  const { help, ...options } = readOptions();
  if (help) {
    console.log(HELP);
    return 0;
  }
  const node = await setUp();
  return await inCleanSurroundings(async () => {
    const args = ['test/sabotage/main.ts', JSON.stringify(options)];
    return await runOnDatabase(node, args, { CHROMIUM_PATH: await findBrowser() });
  });
});
