// npm run sabotage: makes the small errors of test/sabotage one at a time in a copy, and tells which test notices each.
import { findBrowser } from './browser.mjs';
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';
import { startDatabase } from './test-database.mjs';

await main(async () => {
  const node = await setUp();
  const { env, stop } = await startDatabase(node);
  const args = ['test/sabotage/main.ts', ...process.argv.slice(2)];
  const browser = { CHROMIUM_PATH: await findBrowser() };
  return await runUntilEnd([{ file: node, args, env: { ...env, ...browser } }]).finally(stop);
});
