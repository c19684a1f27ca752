// npm run gallery: every screen at three widths, light and dark, on one page to look at.
import { findBrowser } from './browser.mjs';
import { main, runUntilEnd } from './run.mjs';
import { buildWeb, setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  const env = { ...process.env, CHROMIUM_PATH: await findBrowser() };
  return await runUntilEnd([{ file: node, args: ['e2e/gallery.ts', ...process.argv.slice(2)], env }]);
});
