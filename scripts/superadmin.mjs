// npm run superadmin -- --email you@company.com: a link with which a Super Admin chooses a password.
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  return (await run(node, ['server/superadmin.ts', ...process.argv.slice(2)])).code;
});
