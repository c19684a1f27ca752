// npm run recipes: follows the recipes of CONTRIBUTING in a copy, leaving out each of their steps once.
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';
import { startDatabase } from './test-database.mjs';

await main(async () => {
  const node = await setUp();
  const { env, stop } = await startDatabase(node);
  const args = ['test/recipes/main.ts', ...process.argv.slice(2)];
  try {
    return await runUntilEnd([{ file: node, args, env }]);
  } finally {
    await stop();
  }
});
