// npm start: everything the server needs, then the server.
import { readFileSync } from 'node:fs';
import { main, runUntilEnd } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';

/** Environment that keeps the memory of the server small (docs/operations.md). */
const env = JSON.parse(readFileSync(new URL('server-process.json', import.meta.url), 'utf8'));

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  await buildChildren(node);
  return runUntilEnd([{ file: node, args: ['server/main.ts', ...process.argv.slice(2)], env }]);
});
