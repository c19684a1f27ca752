import { HOURS_KEY, USUAL_HOURS } from '#shared/company/working-hours.ts';
import type { WorkingHours } from '#shared/company/working-hours.ts';
import { workingTime } from '#shared/company/working-time.ts';
import type { WorkingTime } from '#shared/company/working-time.ts';
import type { ClientScope, ScopedDb } from '#server/db/scope.ts';

/**
 * The working hours of a client. For a client that has never chosen any, all hours count and the usual ones
 * are proposed.
 */
export async function storedHours(db: ScopedDb): Promise<WorkingHours> {
  const found = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', HOURS_KEY)
    .executeTakeFirst();
  return { all_hours: true, ...USUAL_HOURS, ...(found?.value as Partial<WorkingHours> | undefined) };
}

/** The working time of a client, in its time zone. */
export async function clientTime({ db, client }: Pick<ClientScope, 'db' | 'client'>): Promise<WorkingTime> {
  const hours = await storedHours(db);
  return workingTime(hours.all_hours ? null : hours, client.timeZone);
}
