// npm run torture: works on an installation while everything happens to it, then looks for what is lost or half there.
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  return runUntilEnd([{ file: node, args: ['test/torture/main.ts', ...process.argv.slice(2)] }]);
});
