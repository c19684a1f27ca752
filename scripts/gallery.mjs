// npm run gallery: every screen at three widths, light and dark, on one page to look at.
// npm run pictures: the pictures of the product on the landing page and the sign-in, made anew.
import { findBrowser } from './browser.mjs';
import { main, runUntilEnd } from './run.mjs';
import { buildChildren, buildWeb, setUp } from './setup.mjs';

const [program = 'gallery', ...names] = process.argv.slice(2);

await main(async () => {
  const node = await setUp();
  await buildWeb(node);
  await buildChildren(node);
  const env = { ...process.env, CHROMIUM_PATH: await findBrowser() };
  return await runUntilEnd([{ file: node, args: [`e2e/${program}.ts`, ...names], env }]);
});
