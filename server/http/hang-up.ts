import type { FastifyReply } from 'fastify';
import { HttpError } from '#server/errors.ts';

/** A signal that aborts when the caller hangs up before the response is complete. */
export function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished)
      controller.abort(new HttpError(499, 'cancelled', 'The caller closed the connection.'));
  });
  return controller.signal;
}
