import { push } from '#shared/activities/push-devices.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { send } from '#web/api/send.ts';
import { readPreference, writePreference } from '#web/lib/preferences.ts';
import { PUSH_OF } from '#web/live/push-mark.ts';
import { sessionLife } from '#web/lib/session-life.ts';

const WORKER = '/offline-worker.js';

/**
 * What this browser can do: show notifications while LMS is closed (`ready` or, if they are blocked, `blocked`), not
 * before it is installed (`install`, on iPhones and iPads), or never.
 */
export type PushSupport = 'ready' | 'blocked' | 'install' | 'none';

export function pushSupport(): PushSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (hasPush) return Notification.permission === 'denied' ? 'blocked' : 'ready';
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac.
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'none';
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

function bodyOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

const currentSubscription = async () =>
  await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Shows notifications on this device from now on; false when the user does not allow it. */
export async function turnOnPush(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { data } = await send(push.get, {});
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key could not be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(data.key) };
  const subscription = await pushManager.subscribe(options).catch((error: unknown) => {
    throw new Error('This browser can’t reach its push service. Check your network and try again.', {
      cause: error,
    });
  });
  await send(push.add, { body: { ...bodyOf(subscription), isNew: true } });
  writePreference(PUSH_OF, userId);
  return true;
}

/** Shows no more notifications on this device. */
export async function turnOffPush(): Promise<void> {
  writePreference(PUSH_OF, null);
  await (await currentSubscription())?.unsubscribe();
}

/**
 * At the start of a session: a device on which this user turned notifications on belongs to the session. On one that
 * was signed out or removed, or is another user's, they end.
 */
export async function keepPush(userId: string): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return writePreference(PUSH_OF, null);
  const isOwn = readPreference(PUSH_OF) === userId;
  const isOn = isOwn && (await send(push.add, { body: { ...bodyOf(subscription), isNew: false } })).data.isOn;
  if (!isOn) return await turnOffPush();
  const look = () => void closeHandled().catch(() => undefined);
  document.addEventListener('visibilitychange', look, { signal: sessionLife() });
  sessionLife().addEventListener('abort', () => void closeNotices(() => true), { once: true });
  return look();
}

async function closeNotices(isOver: (tag: string) => boolean): Promise<void> {
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
  for (const notice of shown ?? []) if (isOver(notice.tag)) notice.close();
}

/** Closes the notifications of follow-ups that have been dealt with, here or elsewhere. */
async function closeHandled(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? [];
  const tags = shown
    .filter(({ data }) => Boolean((data as { token?: string } | null)?.token))
    .map(({ tag }) => tag);
  if (tags.length === 0) return;
  const query = { ids: tags.join(), due: 'overdue', user_id: 'me', limit: '100' } as const;
  const { data } = await send(reminders.list, { query });
  const open = new Set(data.reminders.map(({ id }) => id));
  await closeNotices((tag) => tags.includes(tag) && !open.has(tag));
}
