import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import {
  PUSH_AFTER,
  forgetOldDeliveries,
  forgetOldDevices,
} from '#server/features/notifications/deliveries.queries.ts';
import { fireDue, nextDue, nextDueEverywhere } from '#server/features/notifications/due-reminders.queries.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import { sendPushes } from '#server/features/notifications/send-pushes.ts';
import { pushSubject } from '#server/outside/web-push.ts';
import { pushKeysOf } from '#server/secrets/push-keys.ts';
import { Jobs, failedJob } from '#server/jobs.ts';
import { noteLeadNews, noteLeadNewsEverywhere } from '#server/features/notifications/lead-news.queries.ts';
import { noteMornings } from '#server/features/notifications/mornings.queries.ts';

/** Milliseconds. Reminders fire by their own timers; the sweep finds reminders without a timer. */
const SWEEP = 60_000;
const MAIL = 15_000;
const GATHER = 200;
const DAY = 24 * 60 * 60_000;
/** How many seconds ahead timers are set; longer than the sweep's interval. */
const AHEAD = 90;

/**
 * Notifies users of due reminders and sends emails and pushes, in every process of an installation at once: unique rows
 * in the database decide who is notified, and by which process. A sweep costs a client nothing,
 * except in its morning.
 */
export function startNotifications(database: Database, config: Config, log: Logger): () => Promise<void> {
  const { sendMail, publicUrl } = config;
  const hasMail = sendMail !== undefined;
  // A mail server's error may contain names of people, so the log gets only the kind of failure.
  const jobs = new Jobs((error, name) => log.warn({ failure: kindOf(error) }, failedJob(name)));
  const at = (clientId: string, time: number) =>
    jobs.at(time, clientId, 'due-reminders', async () => await fire(clientId));
  const fire = async (clientId: string) => {
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    await fireDue(database, client, hasMail);
    pushSoon();
    const next = await nextDue(database, client, AHEAD);
    if (next) at(clientId, Math.max(next.getTime(), Date.now() + GATHER));
    mailSoon();
  };
  const leadNews = async (clientId: string) => {
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    await noteLeadNews(database, client, hasMail);
    pushSoon();
    mailSoon();
  };
  const sender = {
    keys: pushKeysOf(database.installation.tokenKey),
    subject: pushSubject(config),
    config,
    leave: jobs.leaving,
  };
  const push = async () => await sendPushes(database, sender);
  /** When the open pages have had their time, counted for each second: an earlier run would be too early for these pushes. */
  const pushSoon = () => {
    const second = Math.ceil((Date.now() + PUSH_AFTER + GATHER) / 1000);
    jobs.at(second * 1000, `push ${second}`, 'push', push);
  };
  let isMailing = false;
  let hasMore = false;
  /** One run at a time: others would reserve messages for longer than a reservation lasts. */
  const mail = async () => {
    hasMore = true;
    if (isMailing || !sendMail) return;
    isMailing = true;
    try {
      while (hasMore) {
        hasMore = false;
        await sendMessages(database, sendMail, publicUrl, jobs.leaving);
      }
    } finally {
      isMailing = false;
    }
  };
  /** Nothing waits for the mail server. */
  const mailSoon = () => {
    hasMore = true;
    if (!isMailing) jobs.run('mail', mail);
  };
  const sweep = async () => {
    for (const { client_id, at: due } of await nextDueEverywhere(database, AHEAD))
      at(client_id, due.getTime());
    if (hasMail) await noteMornings(database, new Date());
    await noteLeadNewsEverywhere(database, hasMail);
  };

  const unsubscribe = database.announcements.subscribe((said) => {
    if (said.type === 'missed') jobs.run('reminder-sweep', sweep);
    if (said.type !== 'changed') return;
    if (said.kinds.includes('reminders')) at(said.clientId, Date.now() + GATHER);
    if (said.kinds.includes('notifications'))
      jobs.run('lead-news', async () => await leadNews(said.clientId));
  });
  jobs.every(SWEEP, 'reminder-sweep', sweep);
  jobs.every(MAIL, 'mail', mail);
  jobs.every(MAIL, 'push', push);
  jobs.every(DAY, 'old-messages', async () => await forgetOldDeliveries(database));
  jobs.every(DAY, 'old-devices', async () => await forgetOldDevices(database));
  return async () => {
    unsubscribe();
    await jobs.stop();
  };
}

function kindOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code].filter(Boolean).join(' ') || 'unknown';
}
