import { demoRequests } from '#shared/installation/demo-requests.ts';
import { send } from '#web/api/send.ts';
import type { Details } from '#web/features/demo-requests/demo-booking.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { randomKey } from '#web/lib/random-key.ts';

/** The messages of a rejected booking, by field; `form` has those without a field. */
export type Refusal = Partial<Record<keyof Details | 'form', string>>;

/** A booking as it was last sent, and the key under which it counts once however often it is sent. */
export type Attempt = { fingerprint: string; key: string };

/** Sends a booking to the operator, and notes it as the last attempt. Returns the rejection, if any. */
export async function sendDemoRequest(
  details: Details & { website: string },
  start: Date,
  last: Attempt,
): Promise<Refusal | undefined> {
  const body = { ...details, starts_at: start.toISOString() };
  const fingerprint = JSON.stringify(body);
  if (last.fingerprint !== fingerprint) Object.assign(last, { fingerprint, key: randomKey() });
  try {
    await send(demoRequests.create, { body }, { idempotencyKey: last.key });
    return undefined;
  } catch (error) {
    const { starts_at, ...fields } = fieldMessages(error);
    if (!starts_at && Object.keys(fields).length > 0) return fields;
    return { form: starts_at ?? messageOf(error, 'The demo could not be booked. Please try again.') };
  }
}
