// A page that is asked for without a connection is answered by the code that the app has kept for its day (web/api/kept/kept-shell.ts),
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

// Notifications that arrive while no page is open (server/features/notifications/push-texts.ts). One with the same tag replaces the earlier.
self.addEventListener('push', (event) => {
  const { title, ...rest } = event.data.json();
  event.waitUntil(showNotice(title, rest));
});

function showNotice(title, { body, tag, path, call, token }) {
  const actions = [
    ...(token
      ? [
          { action: 'done', title: 'Done' },
          { action: 'snooze', title: 'Snooze 1 hour' },
        ]
      : []),
    ...(call ? [{ action: 'call', title: 'Call' }] : []),
  ];
  return self.registration.showNotification(title, {
    body,
    tag,
    actions,
    renotify: true,
    icon: '/icons/icon-192.png',
    data: { path, call, token },
  });
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { path, call } = notification.data;
  notification.close();
  const isAct = action === 'done' || action === 'snooze';
  event.waitUntil(isAct ? act(notification, action) : openPage(action === 'call' ? call : path));
});

// The token allows this for a notification's own follow-up, as long as the device is signed in.
async function act({ title, tag, data }, action) {
  const response = await fetch('/api/push/actions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: data.token, action }),
  }).catch(() => undefined);
  if (response?.ok) return;
  const { message } = (await response?.json().catch(() => undefined)) ?? {};
  await showNotice(title, { body: message ?? 'LMS can’t be reached. Tap to open it.', tag, path: data.path });
}

// A page that is there already is shown, and no other is led away from what somebody types there.
async function openPage(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === new URL(path, self.location.origin).href);
  await (there ? there.focus() : self.clients.openWindow(path));
}
