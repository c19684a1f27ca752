// npm run dev: the server, restarted when its code changes, and Vite, which proxies /api to it.
import { main, runUntilEnd } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  const env = { API_ORIGIN: `http://localhost:${process.env.PORT ?? 3000}` };
  return runUntilEnd([
    { file: node, args: ['--watch', '--watch-preserve-output', 'server/main.ts'] },
    { file: node, args: ['node_modules/vite/bin/vite.js', ...process.argv.slice(2)], env },
  ]);
});
