// npm start: everything the server needs, then the server.
import { main, runUntilEnd } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  await buildChildren(node);
  return runUntilEnd([{ file: node, args: ['server/main.ts', ...process.argv.slice(2)] }]);
});
