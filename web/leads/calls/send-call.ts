import { statusOf } from '#web/lib/errors.ts';

type Call = { completes_reminder_id?: string | undefined };

/**
 * Sends a call with the follow-up that it completes; without it if a colleague has deleted that meanwhile, since the call
 * still took place.
 */
export async function sendCall<Body extends Call, Answer>(
  call: Body,
  send: (call: Body) => Promise<Answer>,
): Promise<Answer> {
  return await send(call).catch((error: unknown) => {
    if (!call.completes_reminder_id || statusOf(error) !== 404) throw error;
    return send({ ...call, completes_reminder_id: undefined });
  });
}
