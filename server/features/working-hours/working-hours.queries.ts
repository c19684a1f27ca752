import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { HOURS_KEY, refusalOfHours } from '#shared/company/working-hours.ts';
import type { SavedHours, WorkingHours, workingHours } from '#shared/company/working-hours.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { storedHours } from '#server/leads/working-time.queries.ts';

/** The working hours of a client. Throws 404. */
export async function getHours({ client, db }: ReadScope): Promise<SavedHours> {
  if (!client) throw new NotFound(UNKNOWN_CLIENT);
  return withVersion(await storedHours(db));
}

/**
 * Changes the sent properties. Recorded times and existing promises stay. Throws 412 if the caller saw
 * another version, and 422 for hours that end before they start.
 */
export async function updateHours(
  scope: ClientScope,
  { version, ...changes }: BodyOf<typeof workingHours.update>,
): Promise<SavedHours> {
  return await scope.transaction(async ({ db, user }) => {
    await db
      .insertInto('configurations')
      .values({ config_key: HOURS_KEY, value: '{}', updated_by: user.id })
      .onConflict((conflict) => conflict.column('config_key').doNothing())
      .execute();
    const ofKey = db.selectFrom('configurations').select('config_key').where('config_key', '=', HOURS_KEY);
    await ofKey.forUpdate().execute();
    const before = await storedHours(db);
    assertSeen(version, withVersion(before));
    const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
    const hours: WorkingHours = { ...before, ...Object.fromEntries(sent) };
    const refusal = refusalOfHours(hours);
    if (refusal) throw new InvalidInput([refusal]);
    const after = {
      ...hours,
      days: hours.days.toSorted((one, other) => one - other),
      holidays: hours.holidays.toSorted((one, other) => one.day.localeCompare(other.day)),
    };
    await db
      .updateTable('configurations')
      .set({ value: JSON.stringify(after), updated_by: user.id, updated_at: new Date() })
      .where('config_key', '=', HOURS_KEY)
      .execute();
    return withVersion(after);
  });
}
