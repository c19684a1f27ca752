import { push } from '#shared/activities/push-devices.ts';
import { send } from '#web/api/send.ts';
import { sessionLife } from '#web/lib/session-life.ts';

/** Milliseconds that the server waits before it tells a device. */
const WAITS = 10_000;

/**
 * Tells the server that a follow-up that is due was seen in this page, so that no device is told of it: now, or when
 * somebody comes back to the page in time.
 */
export function saySeen(reminderId: string): void {
  const say = () => void send(push.seen, { body: { reminder_id: reminderId } }).catch(() => undefined);
  if (document.hasFocus()) return say();
  const signal = AbortSignal.any([AbortSignal.timeout(WAITS), sessionLife()]);
  return addEventListener('focus', say, { once: true, signal });
}
