import { formatTime } from '#shared/values/dates.ts';
import { counted } from '#shared/values/numbers.ts';
import type { PushContent, PushKind } from '#shared/activities/push-devices.ts';
import type { LeadNews } from '#server/features/notifications/lead-news.queries.ts';
import type { FollowUp } from '#server/features/notifications/message-contents.queries.ts';
import { leadPath, leadSubject, nameFor, whom } from '#server/features/notifications/message-texts.ts';
import type { Frame } from '#server/features/notifications/message-texts.ts';
import { line } from '#server/outside/mail.ts';
import type { PushTerms } from '#server/outside/web-push.ts';

const HOUR = 3600;

/** How long and how urgently each kind is kept for a device that is switched off. */
export const TERMS: Record<PushKind, Pick<PushTerms, 'seconds' | 'urgency'>> = {
  due: { seconds: 12 * HOUR, urgency: 'high' },
  assigned: { seconds: 24 * HOUR, urgency: 'normal' },
  enquiry: { seconds: 24 * HOUR, urgency: 'high' },
};

/** Characters of a title or text. A push service takes 4 KB, and screens show less. */
const MOST = 200;
const cut = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1).toWellFormed()}…` : text);

/** A follow-up that is due. Its title was typed by somebody and may name the lead. */
export function dueContent(frame: Frame, id: string, due: FollowUp): Omit<PushContent, 'token'> {
  const { names } = frame.recipient.push;
  const time = formatTime(due.at, frame.timeZone);
  return {
    title: names ? cut(nameFor(frame, due.title)) : 'A follow-up is due',
    body: names ? `${cut(whom(frame, due))}, ${time}` : time,
    tag: id,
    path: `/leads/${due.leadId}`,
    call: `/leads/${due.leadId}/call?reminder=${id}`,
  };
}

/** News of a lead, or of several. */
export function leadContent(frame: Frame, id: string, news: LeadNews): PushContent {
  const { leads, leadId, leadName } = news;
  const isNamed = frame.recipient.push.names && leadName !== null;
  const about = isNamed ? nameFor(frame, leadName) : counted(leads, 'lead');
  return {
    title: cut(leadSubject(news, about)),
    body: news.by && isNamed ? `From ${cut(line(news.by))}` : '',
    tag: id,
    path: leadPath(news),
    ...(leadId && { call: `/leads/${leadId}/call` }),
  };
}
