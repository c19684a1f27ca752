import type { Database } from '#server/db/database.ts';
import { Conflict, HttpError } from '#server/errors.ts';
import { takeCall } from '#server/features/phone-calls/take-call.queries.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';
import { readEvent } from '#server/features/sources/telephony/read-event.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';
import { BROKEN, claimLine, note } from '#server/features/sources/take-delivery.queries.ts';
import type { Part } from '#server/features/sources/take-delivery.queries.ts';
import { isTelephony } from '#shared/activities/telephony.ts';

/**
 * Processes one event of a telephone system and logs the outcome, like `takeDelivery`. Returns the log line's id; an
 * unexpected error is logged and thrown, so that the telephone system sends again.
 */
export async function takeCallDelivery(
  database: Database,
  source: LivingSource,
  { part, id: known, newId, at = new Date() }: Part,
): Promise<string> {
  const scope = await asSender(database, source.client, source);
  const received = JSON.stringify(part);
  const line = known ?? newId;
  const event = isTelephony(source.kind)
    ? readEvent(source.kind, { part, mapping: source.mapping, receivedAt: at })
    : '';
  if (typeof event === 'string')
    return await note(scope, source.id, {
      outcome: 'refused',
      reason: event,
      lead_id: null,
      received,
      id: line,
    });
  const caller = { ...source, ownNumber: source.ring?.caller_id ?? '' };
  let noted = '';
  try {
    await takeCall(database, scope, caller, event, async (inside, taken) => {
      if (known) await claimLine(inside, known);
      noted = await note(inside, source.id, { ...taken, received, id: line });
    });
    return noted;
  } catch (error) {
    if (known && error instanceof Conflict) throw error;
    const isRefusal = error instanceof HttpError && error.status < 500;
    const reason = isRefusal ? error.message : BROKEN;
    const id = await note(scope, source.id, { outcome: 'failed', reason, lead_id: null, received, id: line });
    if (isRefusal) return id;
    throw error;
  }
}
