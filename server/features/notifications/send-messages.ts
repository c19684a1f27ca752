import type { Database } from '#server/db/database.ts';
import {
  endMessage,
  giveBack,
  renew,
  takeMessages,
} from '#server/features/notifications/deliveries.queries.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';
import { findAddressee } from '#server/features/notifications/addressee.ts';
import type { Addressee } from '#server/features/notifications/addressee.ts';
import { findFollowUp, findMorning } from '#server/features/notifications/message-contents.queries.ts';
import { findWeeklyReport } from '#server/features/notifications/weekly-report.queries.ts';
import { findLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import {
  digestMail,
  leadMail,
  reminderMail,
  weeklyMail,
} from '#server/features/notifications/message-texts.ts';
import type { MessageText } from '#server/features/notifications/message-texts.ts';
import type { Mail, SendMail } from '#server/outside/mail.ts';

/**
 * Sends the waiting messages. A failed message is retried later; one that a dying process may already have
 * sent is sent again with the same message id, so that a mailbox recognises it. Throws the first failure,
 * after trying the others. Starts no further message once `leave` is aborted.
 */
export async function sendMessages(
  database: Database,
  send: SendMail,
  publicUrl: string,
  leave?: AbortSignal,
): Promise<void> {
  let failure: unknown;
  const next = async () => (leave?.aborted ? [] : await takeMessages(database));
  for (let taken = await next(); taken.length > 0; taken = await next()) {
    for (const message of taken) {
      try {
        if (leave?.aborted) {
          await giveBack(database, message);
          continue;
        }
        if (!(await renew(database, message))) continue;
        const mail = await compose(database, message, publicUrl);
        if (mail) await send(mail);
        await endMessage(database, message.id);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure) throw failure;
  }
}

/** A message's email with current data; undefined when there is nothing left to report. */
async function compose(database: Database, message: Message, publicUrl: string): Promise<Mail | undefined> {
  const meant = await findAddressee(database, message, publicUrl);
  const text = meant && (await textOf(database, message, meant));
  if (!text) return undefined;
  const messageId = `<${message.id}@${new URL(publicUrl).hostname}>`;
  return { ...text, to: meant.frame.recipient.email, messageId };
}

async function textOf(
  database: Database,
  message: Message,
  { frame, seen }: Addressee,
): Promise<MessageText | undefined> {
  if (message.kind === 'digest') return digestMail(frame, await findMorning(database, seen, message));
  if (message.kind === 'weekly') return weeklyMail(frame, await findWeeklyReport(database, seen, message));
  if (message.kind === 'lead') {
    const news = await findLeadNews(database, seen, message);
    return news && leadMail(frame, news);
  }
  const due = await findFollowUp(database, seen, message);
  return due && reminderMail(frame, due);
}
