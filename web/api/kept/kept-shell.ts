import { KEPT_SHELL } from '#web/lib/kept-database.ts';
import { isOnline } from '#web/lib/online.ts';
import { paths } from '#web/paths.ts';

/** The page's own files loaded so far: named by the document, or listed by the browser as loaded. */
function loadedFiles(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href);
  const scripts = [...document.scripts].map(({ src }) => src);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([...links, ...scripts, ...loaded])].filter((file) =>
    file.startsWith(`${location.origin}/assets/`),
  );
}

/** The files that a document names. */
const namedIn = (html: string) =>
  [...html.matchAll(/\/assets\/[\w./-]+/g)].map(([path]) => location.origin + path);

/**
 * Stores the loaded code of the page, so that the offline worker can open it without a connection. The code
 * contains no company data. A document of a newer release is stored by the page that loads its code.
 */
export async function keepShell(): Promise<void> {
  if (!globalThis.caches || !isOnline()) return;
  const cache = await caches.open(KEPT_SHELL);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const files = loadedFiles();
  if (files.every((file) => kept.has(file))) return;
  const page = await fetch(paths.dashboard);
  const html = await page.clone().text();
  if (!page.ok || !namedIn(html).every((file) => files.includes(file))) return;
  const before = await (await cache.match(paths.dashboard))?.text();
  await cache.addAll(files.filter((file) => !kept.has(file)));
  await cache.put(paths.dashboard, page);
  if (before === html) return;
  const isOld = (url: string) => url.includes('/assets/') && !files.includes(url);
  await Promise.all([...kept].filter(isOld).map((url) => cache.delete(url)));
}
