// npm run recipes: follows the recipes of CONTRIBUTING in a copy, leaving out each of their steps once.
import { main } from './run.mjs';
import { setUp } from './setup.mjs';
import { runOnDatabase } from './test-database.mjs';

await main(
  async () => await runOnDatabase(await setUp(), ['test/recipes/main.ts', ...process.argv.slice(2)]),
);
