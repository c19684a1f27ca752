import { PUSH_KINDS } from '#shared/activities/push-devices.ts';
import type { PushContent, PushKind } from '#shared/activities/push-devices.ts';
import type { Database } from '#server/db/database.ts';
import { findAddressee } from '#server/features/notifications/addressee.ts';
import {
  endMessage,
  noteSent,
  putOff,
  takePushes,
} from '#server/features/notifications/deliveries.queries.ts';
import type { Push } from '#server/features/notifications/deliveries.queries.ts';
import { findLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { findFollowUp } from '#server/features/notifications/message-contents.queries.ts';
import { TERMS, dueContent, leadContent } from '#server/features/notifications/push-texts.ts';
import { removeDevice } from '#server/features/push-devices/push-devices.queries.ts';
import { sendPush } from '#server/outside/web-push.ts';
import type { PushSender, Subscription } from '#server/outside/web-push.ts';
import { unseal } from '#server/secrets/encrypted-secret.ts';
import { pushToken } from '#server/secrets/push-capability.ts';

/** The push service has no such device any more. */
const GONE = [404, 410];
/** The most seconds for which a push service may ask to wait. */
const LONGEST_WAIT = 6 * 3600;
const mayPassLater = (status: number | null) => status === null || status === 429 || status >= 500;

/**
 * Sends the waiting pushes, each by one process. A push service that is busy or unreachable is asked again later,
 * and a device that it no longer knows is removed.
 */
export async function sendPushes(database: Database, sender: PushSender): Promise<void> {
  let failure: unknown;
  for (let taken = await takePushes(database); taken.length > 0; taken = await takePushes(database)) {
    const outcomes = await Promise.allSettled(
      taken.map(async (message) => await sendOne(database, sender, message)),
    );
    failure ??= outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    if (failure || sender.leave.aborted) break;
  }
  if (failure) throw failure;
}

async function sendOne(
  database: Database,
  sender: PushSender,
  { subscription, ...message }: Omit<Push, 'subscription'> & { subscription: string | null },
): Promise<void> {
  const { id, user_id, device_id } = message;
  const { tokenKey } = database.installation;
  const opened = subscription === null ? undefined : unseal(tokenKey, device_id, subscription);
  const news = opened === undefined ? undefined : await compose(database, message);
  if (opened === undefined || !news) return await endMessage(database, id);
  const topic = news.content.tag.replaceAll('-', '');
  const device = JSON.parse(opened) as Subscription;
  const outcome = await sendPush(sender, device, JSON.stringify(news.content), {
    ...TERMS[news.kind],
    topic,
  });
  if (outcome.reason === null) await noteSent(database, device_id);
  else if (GONE.includes(outcome.status ?? 0))
    // The user may have removed it just now.
    await removeDevice(database, user_id, device_id).catch(() => undefined);
  else if (mayPassLater(outcome.status))
    return await putOff(database, id, Math.min(outcome.retryAfter ?? 0, LONGEST_WAIT));
  return await endMessage(database, id);
}

type News = { kind: PushKind; content: PushContent };

/** A push's content with current data; undefined when there is nothing left to tell. */
async function compose(database: Database, message: Omit<Push, 'subscription'>): Promise<News | undefined> {
  const { object_id, device_id } = message;
  const meant = await findAddressee(database, message, '');
  if (!meant) return undefined;
  const { frame, seen } = meant;
  const isWanted = (kind: string): kind is PushKind =>
    PUSH_KINDS.some((each) => each === kind) && !frame.recipient.push.without.includes(kind);
  if (message.kind === 'lead') {
    const news = await findLeadNews(database, seen, message);
    if (!news || !isWanted(news.kind)) return undefined;
    return { kind: news.kind, content: leadContent(frame, object_id, news) };
  }
  const due = isWanted('due') ? await findFollowUp(database, seen, message) : undefined;
  if (!due) return undefined;
  const { tokenKey } = database.installation;
  const token = pushToken(tokenKey, { deviceId: device_id, reminderId: object_id, version: due.version });
  return { kind: 'due', content: { ...dueContent(frame, object_id, due), token } };
}
