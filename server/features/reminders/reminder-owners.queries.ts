import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { reminders } from '#shared/activities/reminders.ts';
import { coveredPeople } from '#server/db/visibility/covers.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { ReminderQuery } from '#server/features/reminders/reminder-filters.ts';

/** The caller and the users the caller covers today: their follow-ups are the caller's work for the day. */
export async function ownPeople({ client, db, user }: ReadScope): Promise<string[]> {
  return client ? [user.id, ...(await coveredPeople(db, client, user.id))] : [user.id];
}

/** The users whose reminders a query requests. */
export async function withOwners<Query extends Pick<QueryOf<typeof reminders.list>, 'user_id'>>(
  scope: ReadScope,
  query: Query,
): Promise<Query & Pick<ReminderQuery, 'owners'>> {
  const { user_id } = query;
  const own = user_id?.includes('me') ? await ownPeople(scope) : [];
  return { ...query, owners: user_id && [...user_id.filter((one) => one !== 'me'), ...own] };
}
