// A page that is asked for without a connection is answered by a sentence and a way back. Nothing else goes through this
// worker, and nothing of a company is kept: the page itself always comes from the server.
const OFFLINE = '/offline.html';
const KEPT = 'lms-offline-1';

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
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const kept = await caches.match(OFFLINE);
      if (kept) return kept;
      throw error;
    }),
  );
});
