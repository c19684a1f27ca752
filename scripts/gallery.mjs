// npm run gallery: every screen at three widths, light and dark, on one page. npm run pictures: remakes the
// product screenshots for the landing page and the sign-in page.
import { findBrowser } from './browser.mjs';
import { main, runUntilEnd } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';

const [program = 'gallery', ...names] = process.argv.slice(2);

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  await buildChildren(node);
  const env = { ...process.env, CHROMIUM_PATH: await findBrowser() };
  return await runUntilEnd([{ file: node, args: [`e2e/screens/${program}.ts`, ...names], env }]);
});
