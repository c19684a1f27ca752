import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isId } from '#shared/fields.ts';
import { SOURCE_KEY_HEADER } from '#shared/source-posts.ts';
import type { Database } from '#server/db/database.ts';
import { Forbidden, NotFound } from '#server/errors.ts';
import { callerAddress } from '#server/http/caller-address.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { isSecretOf } from '#server/key-text.ts';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import { countWrongSecret, credentialOf, findSource } from '#server/features/sources/source-door.queries.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';

/** The same for an unknown source and for a wrong secret: a stranger learns not even which sources there are. */
export const UNKNOWN = 'There is no source at this address, or the secret is wrong.';
const INACTIVE = 'The company of this source is not active.';
const SIGNATURE_HEADER = 'x-hub-signature-256';

/** A source that somebody has named; `isProved` when its secret came with the head of the request. */
type Named = { source: LivingSource; isProved: boolean };

/**
 * Decides by source and secret whose deliveries are taken. `enter` looks at the head of a request, before its body is read; `prove` at
 * the body of a portal that proves itself there. Both throw 404 for an unknown source and for a wrong secret, 403 for a company that is
 * inactive, 429.
 */
export function sourceDoor(database: Database, limits: RateLimits) {
  const { tokenKey } = database.installation;
  const named = new WeakMap<FastifyRequest, Named>();

  async function refuse(request: FastifyRequest, source?: LivingSource): Promise<never> {
    // Counted before anything is written, so that guessing ends soon.
    await limits.count('wrongKeys', callerAddress(request));
    if (source) await countWrongSecret(database, source.id);
    throw new NotFound(UNKNOWN);
  }

  /** `secret`: the one in the address; the one in a header counts as well, and of several all must be right. */
  async function enter(request: FastifyRequest, id: string, secret?: string): Promise<void> {
    const source = isId(id) ? await findSource(database, id) : undefined;
    if (!source) return await refuse(request);
    const sent = [secret, request.headers[SOURCE_KEY_HEADER]].filter(Boolean).map(String);
    if (!sent.every((text) => isSecretOf(source.secret_hash, text))) return await refuse(request, source);
    const isProved = sent.length > 0;
    if (!isProved && !provesByBody(source, request)) return await refuse(request, source);
    if (!source.client.isActive) throw new Forbidden(INACTIVE);
    if (isProved) await limits.count('sourceCalls', source.id);
    named.set(request, { source, isProved });
  }

  /** The source that `enter` has let in, once the bytes of the body, or the key within, prove it, too. */
  async function prove(request: FastifyRequest, body: Buffer | undefined, payload: unknown) {
    const { source, isProved } = named.get(request) ?? (await refuse(request));
    const key = source.kind === 'google_ads' ? wordOf(valuesIn(payload)['google_key']) : '';
    const isRight =
      key === '' ? isProved || isSigned(source, request, body) : isSecretOf(source.secret_hash, key);
    if (!isRight) return await refuse(request, source);
    if (!isProved) await limits.count('sourceCalls', source.id);
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

/** Portals whose documented proof is in the body: Google's key, or over its bytes: the signature of Facebook. */
const provesByBody = ({ kind }: LivingSource, { headers }: FastifyRequest) =>
  kind === 'google_ads' || (kind === 'facebook' && headers[SIGNATURE_HEADER] !== undefined);
