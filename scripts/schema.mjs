// npm run schema: writes docs/schema.sql anew, after a migration was added.
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';
import { startDatabase } from './test-database.mjs';

await main(async () => {
  const node = await setUp();
  const { env, stop } = await startDatabase(node);
  const args = ['test/schema-document.ts'];
  try {
    return await runUntilEnd([{ file: node, args, env }]);
  } finally {
    await stop();
  }
});
