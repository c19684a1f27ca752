import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isId } from '#shared/fields/fields.ts';
import { SOURCE_KEY_HEADER } from '#shared/company/source-posts.ts';
import { isTelephony } from '#shared/activities/telephony.ts';
import type { Database } from '#server/db/database.ts';
import { Forbidden, NotFound } from '#server/errors.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import type { RateLimits } from '#server/http/rates/rate-limits.ts';
import { isSecretOf } from '#server/secrets/key-text.ts';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import { countWrongSecret, credentialOf, findSource } from '#server/features/sources/source-door.queries.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';

/**
 * The same for an unknown source and a wrong secret, so that strangers cannot discover which sources exist.
 */
export const UNKNOWN = 'There is no source at this address, or the secret is wrong.';
const INACTIVE = 'The company of this source is not active.';
const SIGNATURE_HEADER = 'x-hub-signature-256';

/** A source named by a request; `isProved` when its secret came with the request's URL or headers. */
type Named = { source: LivingSource; isProved: boolean };

/**
 * Admits deliveries by source and secret. `enter` checks a request's URL and headers, before its body is
 * read; `prove` checks the body of a portal that authenticates there. Both throw 404 for an unknown source
 * and for a wrong secret, 403 for an inactive company, 429.
 */
export function sourceDoor(database: Database, limits: RateLimits) {
  const { tokenKey } = database.installation;
  const named = new WeakMap<FastifyRequest, Named>();

  async function refuse(request: FastifyRequest, source?: LivingSource): Promise<never> {
    // Counted before anything is written, to stop guessing early.
    await limits.count('wrongKeys', callerAddress(request));
    if (source) await countWrongSecret(database, source.id);
    throw new NotFound(UNKNOWN);
  }

  /** `secret`: the one in the URL; a header can contain it as well, and all secrets sent must be right. */
  async function enter(request: FastifyRequest, id: string, secret?: string): Promise<void> {
    const source = isId(id) ? await findSource(database, id) : undefined;
    if (!source) return await refuse(request);
    const sent = [secret, request.headers[SOURCE_KEY_HEADER]].filter(Boolean).map(String);
    if (!sent.every((text) => isSecretOf(source.secret_hash, text))) return await refuse(request, source);
    const isProved = sent.length > 0;
    if (!isProved && !provesByBody(source, request)) return await refuse(request, source);
    if (!source.client.isActive) throw new Forbidden(INACTIVE);
    if (isProved) await limits.count(callsOf(source), source.id);
    named.set(request, { source, isProved });
  }

  /** The source that `enter` has admitted, once the bytes of the body, or the key in it, prove it as well. */
  async function prove(request: FastifyRequest, body: Buffer | undefined, payload: unknown) {
    const { source, isProved } = named.get(request) ?? (await refuse(request));
    const key = source.kind === 'google_ads' ? wordOf(valuesIn(payload)['google_key']) : '';
    const isRight =
      key === '' ? isProved || isSigned(source, request, body) : isSecretOf(source.secret_hash, key);
    if (!isRight) return await refuse(request, source);
    if (!isProved) await limits.count(callsOf(source), source.id);
    return source;
  }

  function isSigned(source: LivingSource, request: FastifyRequest, body: Buffer | undefined): boolean {
    const signature = request.headers[SIGNATURE_HEADER];
    const appSecret = credentialOf(tokenKey, source, 'app_secret');
    if (source.kind !== 'facebook' || typeof signature !== 'string' || !appSecret || !body) return false;
    const due = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
    const given = Buffer.from(signature);
    return given.length === due.length && timingSafeEqual(given, due);
  }

  return { enter, prove };
}

const callsOf = ({ kind }: LivingSource) => (isTelephony(kind) ? 'sourceEvents' : 'sourceCalls');

/**
 * Portals that authenticate in the body: Google with a key in it, Facebook with a signature over its bytes.
 */
const provesByBody = ({ kind }: LivingSource, { headers }: FastifyRequest) =>
  kind === 'google_ads' || (kind === 'facebook' && headers[SIGNATURE_HEADER] !== undefined);
