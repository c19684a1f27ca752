// npm run bench: runs the measurements of bench/ on a separate database.
import { main, runUntilEnd } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  await buildChildren(node);
  return runUntilEnd([{ file: node, args: ['bench/main.ts', ...process.argv.slice(2)] }]);
});
