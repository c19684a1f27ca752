import { KEPT_SHELL } from '#web/lib/kept-database.ts';
import { paths } from '#web/paths.ts';

/** The files of the page that are loaded: Vite names each in a link or script. */
const loaded = () =>
  [
    ...document.querySelectorAll(
      'link[rel=modulepreload], link[rel=stylesheet], link[rel=preload], script[src]',
    ),
  ]
    .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
    .map((address) => new URL(address, location.href))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ href }) => href);

/**
 * Keeps the loaded code of the page, with which the offline worker opens it without a connection. It holds
 * nothing of a company. A new release begins anew.
 */
export async function keepShell(): Promise<void> {
  if (!globalThis.caches) return;
  const files = loaded();
  const main = document.querySelector<HTMLScriptElement>('script[src]')?.src;
  const old = await caches.open(KEPT_SHELL);
  if (!main || !(await old.match(main))) await caches.delete(KEPT_SHELL);
  const cache = await caches.open(KEPT_SHELL);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.filter((file) => !kept.has(file));
  if (missing.length > 0) await cache.addAll([...new Set([paths.dashboard, ...missing])]);
}
