import { sql } from 'kysely';
import { FEED_DAYS } from '#shared/activities/calendar-feed.ts';
import type { Appointment } from '#shared/activities/calendar-file.ts';
import { maskPhone, maskText } from '#server/accounts/masked-contacts.ts';
import type { Account } from '#server/accounts/account.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { findAccount, mayWork } from '#server/features/auth/auth.queries.ts';
import { lockUser } from '#server/features/auth/open-access.queries.ts';
import { ownPeople } from '#server/features/reminders/reminder-owners.queries.ts';
import { newKey, readKey } from '#server/secrets/key-text.ts';
import { sameHash } from '#server/secrets/tokens.ts';
import { isOfPeople } from '#server/leads/list/whose-work.ts';
import { notHidden } from '#server/leads/list/not-in-trash.ts';

/** Minutes that a follow-up takes in a calendar. */
const LENGTH = 15;
const MOST = 2000;

/** The user's feed, if there is one. */
export async function getFeed(system: SystemScope, userId: string) {
  const feed = await openCore(system)
    .selectFrom('core.calendar_feeds')
    .select(['names_leads as namesLeads', 'created_at as createdAt', 'last_read_at as lastReadAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return feed ?? null;
}

/** Creates the user's feed and returns its key; an earlier one stops working. */
export async function createFeed(system: SystemScope, userId: string, namesLeads: boolean): Promise<string> {
  const { key, publicId, secretHash } = newKey('lcf');
  await inCore(system, async (trx) => {
    await lockUser(trx, userId);
    await trx.deleteFrom('core.calendar_feeds').where('user_id', '=', userId).execute();
    await trx
      .insertInto('core.calendar_feeds')
      .values({ user_id: userId, public_id: publicId, secret_hash: secretHash, names_leads: namesLeads })
      .execute();
  });
  return key;
}

export async function removeFeed(system: SystemScope, userId: string): Promise<void> {
  await openCore(system).deleteFrom('core.calendar_feeds').where('user_id', '=', userId).execute();
}

/** The account whose feed has this key; undefined for an unknown key, or if its user may not work any more. */
export async function findFeed(
  system: SystemScope,
  key: string,
): Promise<{ account: Account; namesLeads: boolean } | undefined> {
  const parts = readKey('lcf', key);
  if (!parts) return undefined;
  const core = openCore(system);
  const feed = await core
    .selectFrom('core.calendar_feeds')
    .select(['user_id', 'secret_hash', 'names_leads'])
    .select(sql<boolean>`coalesce(last_read_at < now() - interval '1 minute', true)`.as('is_due'))
    .where('public_id', '=', parts.publicId)
    .executeTakeFirst();
  if (!feed || !sameHash(feed.secret_hash, parts.secretHash)) return undefined;
  const account = await findAccount(system, feed.user_id);
  if (!account || !mayWork(account)) return undefined;
  if (feed.is_due)
    await core
      .updateTable('core.calendar_feeds')
      .set({ last_read_at: sql<Date>`now()` })
      .where('user_id', '=', account.id)
      .execute();
  return { account, namesLeads: feed.names_leads };
}

type Row = {
  id: string;
  title: string;
  description: string | null;
  reminder_date: Date;
  is_completed: boolean;
  version: number;
  updated_at: Date;
  lead_id: string;
  lead_name: string;
  company_name: string | null;
  phone: string | null;
};

/**
 * The follow-ups of the caller and of the people the caller covers, of the days around today; those of leads
 * that are hidden or in the trash are left out.
 */
export async function listAppointments(
  scope: ReadScope,
  { namesLeads, origin }: { namesLeads: boolean; origin: string },
): Promise<Appointment[]> {
  const people = await ownPeople(scope);
  const { rows } = await sql<Row>`
    SELECT reminders.id, reminders.title, reminders.description, reminders.reminder_date, reminders.is_completed,
      reminders.version, reminders.updated_at, leads.id AS lead_id, leads.name AS lead_name, leads.company_name, leads.phone
    FROM ${scope.table('reminders')} reminders
    JOIN ${scope.table('leads')} leads ON leads.id = reminders.lead_id AND leads.deleted_at IS NULL
    WHERE ${isOfPeople(scope, sql`reminders.user_id`, people)} AND ${notHidden(scope, 0)}
      AND reminders.reminder_date > now() - make_interval(days => ${FEED_DAYS.past})
      AND reminders.reminder_date < now() + make_interval(days => ${FEED_DAYS.ahead})
    ORDER BY reminders.reminder_date, reminders.id LIMIT ${MOST}
  `.execute(scope.db);
  const { masksContacts } = scope.user;
  const shown = (text: string) => (masksContacts ? maskText(text) : text);
  return rows.map((row) => ({
    uid: `${row.id}@lms`,
    start: row.reminder_date,
    minutes: LENGTH,
    title: `${row.is_completed ? '✓ ' : ''}${namesLeads ? `${row.title}: ${shown(row.lead_name)}` : 'Call back'}`,
    description: namesLeads
      ? [row.company_name, masksContacts && row.phone ? maskPhone(row.phone) : row.phone, row.description]
          .filter(Boolean)
          .join('\n')
      : undefined,
    url: `${origin}/leads/${row.lead_id}`,
    sequence: row.version,
    made: row.updated_at,
  }));
}
