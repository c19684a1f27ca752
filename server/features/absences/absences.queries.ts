import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import { MAX_ABSENCES } from '#shared/company/absences.ts';
import type { Absence, absences } from '#shared/company/absences.ts';
import { dayOf } from '#shared/values/dates.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { lockMember } from '#server/db/lock-member.ts';
import type { ClientScope, ReadScope, ScopedDb } from '#server/db/scope.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '#server/errors.ts';

export const UNKNOWN_ABSENCE = 'This absence does not exist.';

/**
 * Current and future absences by the client's calendar, earliest first; empty when all clients are seen at
 * once.
 */
export async function listAbsences(scope: ReadScope): Promise<Absence[]> {
  const { client, db } = scope;
  if (!client) return [];
  const today = dayOf(new Date(), client.timeZone);
  return await db
    .selectFrom('absences')
    .leftJoin('members as m', 'm.id', 'absences.covered_by')
    .select(['absences.id', 'user_id', 'first_day', 'last_day'])
    .select(
      sql<Absence['covered_by']>`CASE WHEN m.id IS NOT NULL
        THEN jsonb_build_object('id', m.id, 'name', m.name, 'is_active', m.belongs AND m.is_active) END`.as(
        'covered_by',
      ),
    )
    .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '>=', today)]))
    .orderBy('first_day')
    .orderBy('absences.id')
    .execute();
}

/**
 * Records an absence of the caller or a colleague. Throws 403 for a colleague's absence if the caller may
 * change only their own, 409 for days that overlap another absence or when the user has too many, 422 for days
 * that are over, and if the user is not in this client, or the covering user is not in it or is the absent user.
 */
export async function createAbsence(
  scope: ClientScope,
  { user_id: wanted, first_day, last_day, covered_by = null }: BodyOf<typeof absences.create>,
): Promise<{ id: string; user_id: string }> {
  const user_id = wanted ?? scope.user.id;
  assertMayChange(scope, user_id);
  if (last_day !== null && last_day < dayOf(new Date(), scope.client.timeZone))
    throw new InvalidInput([{ field: 'last_day', message: 'Choose a last day that isn’t in the past.' }]);
  const id = uuidv7();
  await scope.transaction(async ({ db }) => {
    if (!(await lockMember(db, user_id)))
      throw new InvalidInput([{ field: 'user_id', message: 'Choose a user of this client.' }]);
    if (covered_by !== null) await assertMayCover(db, covered_by, user_id);
    const known = await db
      .selectFrom('absences')
      .select(
        sql<boolean>`daterange(first_day, last_day, '[]') && daterange(${first_day}, ${last_day}, '[]')`.as(
          'meets',
        ),
      )
      .where('user_id', '=', user_id)
      .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '>=', sql<string>`current_date - 1`)]))
      .execute();
    if (known.some(({ meets }) => meets))
      throw new Conflict('There’s already an absence on these days. Remove it first.');
    if (known.length >= MAX_ABSENCES)
      throw new Conflict(
        `You’ve reached the limit of ${MAX_ABSENCES} absences for one person. Remove one first.`,
      );
    await db.insertInto('absences').values({ id, user_id, first_day, last_day, covered_by }).execute();
  });
  return { id, user_id };
}

/** Deletes an absence. Throws 404, and 403 like `createAbsence`. */
export async function removeAbsence(scope: ClientScope, id: string): Promise<{ user_id: string }> {
  const found = await scope.db
    .selectFrom('absences')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound(UNKNOWN_ABSENCE);
  assertMayChange(scope, found.user_id);
  await scope.db.deleteFrom('absences').where('id', '=', id).execute();
  return found;
}

async function assertMayCover(db: ScopedDb, id: string, absent: string): Promise<void> {
  const found = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .where('belongs', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (found && id !== absent) return;
  const message = found
    ? 'Choose a colleague of the absent person.'
    : 'Choose an active user of this client.';
  throw new InvalidInput([{ field: 'covered_by', message }]);
}

function assertMayChange({ user }: ClientScope, userId: string): void {
  if (userId !== user.id && !can(user.role, 'absences.change_any'))
    throw new Forbidden(PERMISSIONS['absences.change_any'].refusal);
}
