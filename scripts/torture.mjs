// npm run torture: uses an installation while everything bad happens to it, then looks for lost and
// half-written rows.
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  return runUntilEnd([{ file: node, args: ['test/torture/main.ts', ...process.argv.slice(2)] }]);
});
