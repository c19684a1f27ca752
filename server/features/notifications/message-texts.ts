import { formatDateTime, formatDay } from '#shared/values/dates.ts';
import { formatMoney } from '#shared/values/money.ts';
import { counted } from '#shared/values/numbers.ts';
import type {
  FollowUp,
  Morning,
  Recipient,
} from '#server/features/notifications/message-contents.queries.ts';
import type { WeeklyReport } from '#server/features/notifications/weekly-report.queries.ts';
import type { LeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { maskText } from '#server/accounts/masked-contacts.ts';
import { line } from '#server/outside/mail.ts';

export type MessageText = { subject: string; text: string };

/** The recipient of a message, the time zone for its dates, and the product's URL. */
export type Frame = { recipient: Recipient; timeZone: string; publicUrl: string };

/** A lead's name as the recipient may read it. */
export const nameFor = ({ recipient }: Frame, name: string) =>
  line(recipient.masksContacts ? maskText(name) : name);

export const whom = (frame: Frame, { leadName, company, forName }: FollowUp) =>
  nameFor(frame, leadName) +
  (company ? ` (${line(company)})` : '') +
  (forName ? `, for ${line(forName)}` : '');

function framed({ recipient, publicUrl }: Frame, body: readonly string[]): string {
  return [
    `Hello ${line(recipient.firstName)},`,
    '',
    ...body,
    '',
    `Choose which emails you get in Settings: ${publicUrl}/settings/general`,
    '',
  ].join('\n');
}

export function reminderMail(frame: Frame, due: FollowUp): MessageText {
  return {
    subject: `Due now: ${line(due.title)}`,
    text: framed(frame, [
      line(due.title),
      `${whom(frame, due)}, ${formatDateTime(due.at, frame.timeZone)}`,
      '',
      `${frame.publicUrl}/leads/${due.leadId}`,
    ]),
  };
}

/** Says what happened to a lead, or to several, called `about`. */
export const leadSubject = ({ kind }: Pick<LeadNews, 'kind'>, about: string): string =>
  ({
    assigned: `For you: ${about}`,
    enquiry: `Enquiry: ${about}`,
    unassigned: `${about} couldn’t be assigned`,
    late: `Not contacted in time: ${about}`,
  })[kind];

/** Where the lead is, or the leads are, that a message is about. */
export const leadPath = ({ leadId, kind }: LeadNews): string =>
  leadId ? `/leads/${leadId}` : `/leads?assigned_to=${kind === 'assigned' ? 'me' : 'none'}`;

/** A lead that was assigned to the recipient, or that the recipient must see to. */
export function leadMail(frame: Frame, news: LeadNews): MessageText {
  const { kind, leads, leadName, by } = news;
  const about = leadName === null ? counted(leads, 'lead') : nameFor(frame, leadName);
  const subject = leadSubject(news, about);
  const who = kind === 'assigned' && by ? `${line(by)} assigned ${about} to you.` : `${subject}.`;
  return { subject, text: framed(frame, [who, '', `${frame.publicUrl}${leadPath(news)}`]) };
}

/** The morning digest; undefined on a day without follow-ups, when no email is needed. */
export function digestMail(frame: Frame, { overdue, today, list }: Morning): MessageText | undefined {
  if (overdue + today === 0) return undefined;
  const rest = overdue + today - list.length;
  const counts = [overdue > 0 && `${overdue} overdue`, today > 0 && `${today} today`]
    .filter(Boolean)
    .join(', ');
  return {
    subject: `Follow-ups: ${counts}`,
    text: framed(frame, [
      `Your follow-ups: ${counts}.`,
      '',
      ...list.map(
        (one) => `- ${formatDateTime(one.at, frame.timeZone)}: ${line(one.title)}, ${whom(frame, one)}`,
      ),
      ...(rest > 0 ? [`and ${rest} more`] : []),
      '',
      `${frame.publicUrl}/reminders?mine=true`,
    ]),
  };
}

/** The week's figures of the recipient and of everybody, and by source, compared with the week before. */
export function weeklyMail(frame: Frame, { days, own, everybody, ...leads }: WeeklyReport): MessageText {
  const period = `${formatDay(days.from_date)} to ${formatDay(days.to_date)}`;
  const row = (label: string, key: keyof WeeklyReport['own']) =>
    `${label}: ${own[key]} by you, ${everybody[key]} ${frame.recipient.sight ? 'on the leads that you see' : 'in all'}`;
  return {
    subject: `Your week, ${period}`,
    text: framed(frame, [
      `Your week, ${period}:`,
      '',
      row('New leads', 'leads'),
      row('Calls', 'calls'),
      row('Follow-ups completed', 'completed'),
      row('Leads won', 'converted'),
      '',
      ...besideWeekBefore(leads),
    ]),
  };
}

/** Archived leads and duplicates do not count here, as in reports. */
function besideWeekBefore({ now, before, best }: Pick<WeeklyReport, 'now' | 'before' | 'best'>): string[] {
  const row = (label: string, key: 'new_leads' | 'contacted' | 'converted') =>
    `${label}: ${now[key]}, after ${before[key]} the week before`;
  return [
    'Compared with the week before, without archived leads and duplicates:',
    '',
    row('New leads', 'new_leads'),
    row('Of these, contacted', 'contacted'),
    row('Won in the week', 'converted'),
    `Value won in the week: ${formatMoney(now.converted_value)}, after ${formatMoney(before.converted_value)} the week before`,
    ...(best ? [`Best source: ${line(best.name)}, ${bestWords(best)}`] : []),
  ];
}

const bestWords = ({ new_leads, converted, converted_value }: NonNullable<WeeklyReport['best']>) =>
  converted > 0
    ? `${converted} won for ${formatMoney(converted_value)}, ${counted(new_leads, 'new lead')}`
    : counted(new_leads, 'new lead');
