import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import { forgetOldDeliveries } from '#server/features/notifications/deliveries.queries.ts';
import { fireDue, nextDue, nextDueEverywhere } from '#server/features/notifications/due-reminders.queries.ts';
import { sendMessages } from '#server/features/notifications/send-messages.ts';
import { countJob } from '#server/metrics.ts';
import { clientsWithLeadMails, noteLeadMails } from '#server/features/notifications/lead-mails.queries.ts';
import { noteMornings } from '#server/features/notifications/mornings.queries.ts';

/** Milliseconds. Reminders fire by their own timers; the sweep finds reminders without a timer. */
const SWEEP = 60_000;
const MAIL = 15_000;
const GATHER = 200;
const DAY = 24 * 60 * 60_000;
/** How many seconds ahead timers are set; longer than the sweep's interval. */
const AHEAD = 90;

/** The jobs by metric name, with their descriptions for the log. */
const JOBS = {
  'due-reminders': 'telling of due reminders',
  'reminder-sweep': 'looking for due reminders',
  mail: 'sending mail',
  'lead-mails': 'noting mails about leads',
  'old-messages': 'forgetting old messages',
} as const;

type Work = () => Promise<void>;

/**
 * Notifies users of due reminders and sends emails, in every process of an installation at once: unique rows
 * in the database decide who is notified, and by which process. Only one statement grows with the number of
 * clients.
 */
export function startNotifications(database: Database, config: Config, log: Logger): () => Promise<void> {
  const { sendMail, publicUrl } = config;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const run = (name: keyof typeof JOBS, work: Work) => {
    if (stopped) return;
    const job: Promise<void> = countJob(name, work)
      // A mail server's error may contain names of people, so the log gets only the kind of failure.
      .catch((error: unknown) =>
        log.warn({ failure: nameOf(error) }, `${JOBS[name]} failed; it will be tried again`),
      )
      .finally(() => running.delete(job));
    running.add(job);
  };
  const at = (clientId: string, time: number) => {
    clearTimeout(timers.get(clientId));
    const due = setTimeout(
      () => run('due-reminders', async () => await fire(clientId)),
      Math.max(0, time - Date.now()),
    );
    timers.set(clientId, due.unref());
  };
  const fire = async (clientId: string) => {
    timers.delete(clientId);
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    await fireDue(database, client, sendMail !== undefined);
    const next = await nextDue(database, client, AHEAD);
    if (next) at(clientId, Math.max(next.getTime(), Date.now() + GATHER));
    await mail();
  };
  const leadMails = async (clientId: string) => {
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    await noteLeadMails(database, client);
    await mail();
  };
  const mail = async () => {
    if (sendMail) await sendMessages(database, sendMail, publicUrl);
  };
  const sweep = async () => {
    for (const { client_id, at: due } of await nextDueEverywhere(database, AHEAD))
      at(client_id, due.getTime());
    if (!sendMail) return;
    await noteMornings(database, new Date());
    await eachUnlessLost(await clientsWithLeadMails(database), leadMails);
  };

  const unsubscribe = database.announcements.subscribe((said) => {
    if (said.type === 'missed') run('reminder-sweep', sweep);
    if (said.type !== 'changed') return;
    if (said.kinds.includes('reminders')) at(said.clientId, Date.now() + GATHER);
    if (sendMail && said.kinds.includes('notifications'))
      run('lead-mails', async () => await leadMails(said.clientId));
  });
  const every = (time: number, name: keyof typeof JOBS, work: Work) => {
    run(name, work);
    return setInterval(() => run(name, work), time).unref();
  };
  const clocks = [
    every(SWEEP, 'reminder-sweep', sweep),
    every(MAIL, 'mail', mail),
    every(DAY, 'old-messages', async () => await forgetOldDeliveries(database)),
  ];
  return async () => {
    stopped = true;
    unsubscribe();
    for (const clock of [...clocks, ...timers.values()]) clearTimeout(clock);
    await Promise.all(running);
  };
}

function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [name, code].filter(Boolean).join(' ') || 'unknown';
}
