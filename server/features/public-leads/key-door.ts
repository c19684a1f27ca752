import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowedForms } from '#shared/protocol/origins.ts';
import { audit } from '#server/db/audit.ts';
import { Forbidden, HttpError, Unauthenticated } from '#server/errors.ts';
import { findLivingKey, noteKeyUse } from '#server/features/api-keys/api-keys.queries.ts';
import type { LivingKey } from '#server/features/api-keys/api-keys.queries.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import type { Server } from '#server/http/serve.ts';

const FOREIGN = 'This website is not among the allowed origins of an API key.';
/** Headers that the page of a website may read: when to try again, and what to name in a question. */
const READABLE = 'retry-after, x-request-id';

/**
 * Admits websites by key and origin, and sets the CORS headers accordingly. Counts calls. `admit` throws 400
 * for a key in the URL, 401 for an unknown or revoked key, 403 for a foreign origin, 429.
 */
export function keyDoor({ database, limits }: Server) {
  const admitted = new WeakMap<FastifyRequest, LivingKey>();

  const answerOrigin = (reply: FastifyReply, origin: string) =>
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', READABLE);

  async function preflight(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    // A preflight accepts every website, because the key comes later: a response by origin would reveal which
    // companies are customers.
    if (!origin || allowedForms(origin).length === 0) throw new Forbidden(FOREIGN);
    return await answerOrigin(reply, origin)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type, idempotency-key, x-api-key')
      .header('access-control-max-age', '600')
      .status(204)
      .send();
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    await refuseKeyInAddress(request);
    const forms = allowedForms(origin);
    if (!origin || forms.length === 0) throw new Forbidden(FOREIGN);
    const text = request.headers['x-api-key'];
    const key = typeof text === 'string' ? await findLivingKey(database, text) : undefined;
    if (!key) {
      // Counted before a page can read the error, to stop guessing early.
      await limits.count('wrongKeys', callerAddress(request));
      answerOrigin(reply, origin);
      throw new Unauthenticated('This API key is not valid.');
    }
    if (!key.allowedOrigins.some((allowed) => forms.includes(allowed))) throw new Forbidden(FOREIGN);
    answerOrigin(reply, origin);
    await limits.count('keyCalls', key.id);
    await limits.count('keyLeads', key.id);
    await noteKeyUse(database, key.id);
    admitted.set(request, key);
  }

  /** URLs end up in logs and browser histories. */
  async function refuseKeyInAddress(request: FastifyRequest): Promise<void> {
    if (!/lmk_|api[-_]?key=/i.test(request.url)) return;
    await limits.count('wrongKeys', callerAddress(request));
    await audit(database.core, {
      action: 'api_key_in_address',
      requestId: request.id,
      address: request.ip,
    });
    throw new HttpError(
      400,
      'bad_request',
      'Send the API key in the header X-API-Key, never in the address.',
    );
  }

  /** The key that `admit` has accepted. */
  const keyOf = (request: FastifyRequest): LivingKey => {
    const key = admitted.get(request);
    if (!key) throw new Unauthenticated();
    return key;
  };
  return { preflight, admit, keyOf };
}
