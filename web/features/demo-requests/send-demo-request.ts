import { demoRequests } from '#shared/installation/demo-requests.ts';
import { send } from '#web/api/send.ts';
import type { Details } from '#web/features/demo-requests/demo-booking.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { heldKey } from '#web/lib/random-key.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';

/** The messages of a rejected booking, by field; `form` has those without a field. */
export type Refusal = Partial<Record<keyof Details | 'form', string>>;

/**
 * Sends a booking to the operator, once however often it is sent with the same `keys`. Returns the rejection, if
 * any.
 */
export async function sendDemoRequest(
  details: Details & { website: string },
  start: Date,
  keys: HeldKeys,
): Promise<Refusal | undefined> {
  const body = { ...details, starts_at: start.toISOString() };
  try {
    await send(demoRequests.create, { body }, { idempotencyKey: heldKey(keys, JSON.stringify(body)) });
    return undefined;
  } catch (error) {
    const { starts_at, ...fields } = fieldMessages(error);
    if (!starts_at && Object.keys(fields).length > 0) return fields;
    return { form: starts_at ?? messageOf(error, 'Failed to book the demo. Please try again.') };
  }
}
