import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ClientScope } from '#server/db/scope.ts';
import { HttpError, NotFound } from '#server/errors.ts';
import { announce } from '#server/features/phone-calls/announce-call.ts';
import { RING } from '#server/features/phone-calls/find-calls.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { phoneForms } from '#server/phone.ts';

const NO_NUMBER = 'This lead has no such phone number.';

/** A number of a lead by its place in the phone field. Throws 404, and 409 without one. */
export async function numberOfLead(scope: ClientScope, leadId: string, position: number): Promise<string> {
  const { rows } = await sql<{ phone: string | null }>`
    SELECT phone FROM ${scope.table('leads')} l WHERE id = ${leadId}::uuid AND deleted_at IS NULL`.execute(
    scope.db,
  );
  if (!rows[0]) throw new NotFound(UNKNOWN_LEAD);
  const number = phoneForms(rows[0].phone ?? '', scope.client.country)[position];
  if (!number) throw new HttpError(409, 'no_number', NO_NUMBER);
  return number;
}

/** Notes a call that the page begins, before the telephone system is asked to: its events may be faster than its answer. */
export async function beginRing(
  { db, user }: ClientScope,
  { sourceId, leadId, number }: { sourceId: string; leadId: string; number: string },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto('phone_calls')
    .values({
      id,
      source_id: sourceId,
      provider_id: `${RING}${id}`,
      state: 'ringing',
      direction: 'outbound',
      number,
      is_known: true,
      agent_id: user.id,
      told: [user.id],
      lead_id: leadId,
    })
    .execute();
  return id;
}

/** Forgets a call that the telephone system has refused, unless it has told of it anyway. */
export async function forgetRing({ db }: ClientScope, id: string): Promise<void> {
  await db.deleteFrom('phone_calls').where('id', '=', id).where('provider_id', '=', `${RING}${id}`).execute();
}

/**
 * Notes the telephone system's own number of a call that was begun here, and returns the call: events that have come first
 * may have made it already, which then gets the lead.
 */
export async function nameRing(
  scope: ClientScope,
  id: string,
  providerId: string | undefined,
): Promise<string> {
  return await scope.transaction(async (inside) => {
    const { db } = inside;
    const begun = await db
      .selectFrom('phone_calls')
      .selectAll()
      .where('id', '=', id)
      .where('provider_id', '=', `${RING}${id}`)
      .forUpdate()
      .executeTakeFirst();
    // Events have named it in the meantime.
    if (!begun) return id;
    const told = providerId
      ? await db
          .updateTable('phone_calls')
          .set({
            lead_id: begun.lead_id,
            agent_id: begun.agent_id,
            number: begun.number,
            direction: 'outbound',
            is_known: true,
          })
          .where('source_id', '=', begun.source_id)
          .where('provider_id', '=', providerId)
          .where('is_logged', '=', false)
          .returning('id')
          .executeTakeFirst()
      : undefined;
    if (told) await db.deleteFrom('phone_calls').where('id', '=', id).execute();
    else if (providerId)
      await sql`
        UPDATE ${inside.stored('phone_calls')} p SET provider_id = ${providerId} WHERE id = ${id} AND NOT EXISTS (
          SELECT 1 FROM ${inside.table('phone_calls')} o WHERE o.source_id = p.source_id AND o.provider_id = ${providerId})
      `.execute(db);
    const call = told?.id ?? id;
    await announce(inside, { id: call }, begun.told);
    return call;
  });
}
