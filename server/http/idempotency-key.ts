import type { FastifyReply, FastifyRequest } from 'fastify';
import { InvalidInput } from '#server/errors.ts';

/** Visible ASCII, as the header's draft standard allows. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The caller's key for this call, so that a repetition has no further effect. Throws 422 for a malformed key.
 */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (Array.isArray(key) || (key !== undefined && !KEY.test(key)))
    throw new InvalidInput([{ message: 'Idempotency-Key must be 1 to 255 visible characters.' }]);
  return key;
}

/** Marks the response as a repetition of an earlier call. */
export function sayReplayed(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) reply.header('idempotent-replayed', 'true');
}
