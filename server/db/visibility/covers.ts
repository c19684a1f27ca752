import { sql } from 'kysely';
import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import { dayOf } from '#shared/values/dates.ts';
import type { Sight } from './visible-rows.ts';

type Place = { schema: string; timeZone: string };

/** A user whose follow-ups a colleague looks after today; `last_day` null means until further notice. */
export type Cover = { user_id: string; covered_by: string; last_day: string | null };

/**
 * Defines in one place who covers whom today, in the client's calendar. A cover has no effect while the
 * covering user is away too or has left: the follow-ups then stay with their owner, and covers never form a
 * chain.
 */
export function coversToday({ schema, timeZone }: Place): RawBuilder<Cover> {
  const today = dayOf(new Date(), timeZone);
  const [absences, members] = [sql.id(schema, 'absences'), sql.id(schema, 'members')];
  const isToday = (absence: string) => sql`${sql.id(absence)}.first_day <= ${today}::date
    AND (${sql.id(absence)}.last_day IS NULL OR ${sql.id(absence)}.last_day >= ${today}::date)`;
  return sql`(SELECT away.user_id, away.covered_by, away.last_day FROM ${absences} away
    JOIN ${members} m ON m.id = away.covered_by AND m.belongs AND m.is_active
    WHERE ${isToday('away')} AND NOT EXISTS (
      SELECT 1 FROM ${absences} too WHERE too.user_id = away.covered_by AND ${isToday('too')}))`;
}

/** All covers of today. */
export async function listCovers(db: QueryExecutorProvider, place: Place): Promise<Cover[]> {
  return (await sql<Cover>`SELECT c.* FROM ${coversToday(place)} c`.execute(db)).rows;
}

/** The users whom a user covers today. */
export async function coveredPeople(
  db: QueryExecutorProvider,
  place: Place,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<Cover>`
    SELECT c.user_id FROM ${coversToday(place)} c WHERE c.covered_by = ${userId}::uuid ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * The users whose follow-ups a user is notified of today: their own and those of everybody they cover; none
 * while a colleague covers the user.
 */
export async function peopleToTellOf(
  db: QueryExecutorProvider,
  place: Place,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<Cover>`
    SELECT c.user_id FROM ${coversToday(place)} c WHERE ${userId}::uuid IN (c.covered_by, c.user_id)`.execute(
    db,
  );
  const others = rows.map(({ user_id }) => user_id);
  return others.includes(userId) ? [] : [userId, ...others];
}

/** A user's sight today, including the leads of users they cover. */
export async function sightToday(
  db: QueryExecutorProvider,
  place: Place,
  user: { id: string; sight: Sight | null },
): Promise<Sight | null> {
  const { id, sight } = user;
  if (!sight) return null;
  return withCovered(sight, await coveredPeople(db, place, id));
}

/** A sight with the leads of covered users. */
export function withCovered(sight: Sight, covered: readonly string[]): Sight {
  return covered.length === 0 ? sight : { ...sight, people: [...new Set([...sight.people, ...covered])] };
}
