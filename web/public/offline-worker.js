// A page that is asked for without a connection is answered by the code that the app has kept for its day (web/api/kept-shell.ts),
// or by a sentence and a way back. With a connection everything comes from the server. Nothing of a company is kept here.
const OFFLINE = '/offline.html';
const KEPT = 'lms-offline-1';
const SHELL = 'lms-shell';
const APP = '/dashboard';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('lms-offline-') && name !== KEPT);
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  const isPage = mode === 'navigate';
  if (!isPage && !new URL(url).pathname.startsWith('/assets/')) return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const shell = await caches.match(isPage ? APP : event.request, { cacheName: SHELL, ignoreVary: true });
      const kept = shell ?? (isPage ? await caches.match(OFFLINE) : undefined);
      if (kept) return kept;
      throw error;
    }),
  );
});
