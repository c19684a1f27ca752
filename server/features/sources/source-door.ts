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
import type { RawBody } from '#server/features/sources/read-payload.ts';
import { countWrongSecret, credentialOf, findSource } from '#server/features/sources/source-door.queries.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';

/** The same for an unknown source and for a wrong secret: a stranger learns not even which sources there are. */
export const UNKNOWN = 'There is no source at this address, or its secret is another one.';
const INACTIVE = 'The company of this source is not active.';

/** A request of a portal; `payload` where the parameters of its address are the delivery. */
export type Post = { request: FastifyRequest; id: string; secret?: string | undefined; payload?: unknown };

type Read = { body: RawBody; payload: unknown };

/**
 * Decides by source and secret whose deliveries are taken. The returned function answers the source that a request names and proves
 * itself to: throws 404 for an unknown source and for a wrong secret, 403 for a company that is inactive, 429.
 */
export function sourceDoor(database: Database, limits: RateLimits) {
  const { tokenKey } = database.installation;
  return async (post: Post, read: Read): Promise<LivingSource> => {
    const source = isId(post.id) ? await findSource(database, post.id) : undefined;
    if (!source) {
      await limits.count('wrongKeys', callerAddress(post.request));
      throw new NotFound(UNKNOWN);
    }
    if (!proves(tokenKey, source, post, read)) {
      // Counted before anything is written, so that guessing ends soon.
      await limits.count('wrongKeys', callerAddress(post.request));
      await countWrongSecret(database, source.id);
      throw new NotFound(UNKNOWN);
    }
    if (!source.client.isActive) throw new Forbidden(INACTIVE);
    await limits.count('sourceCalls', source.id);
    return source;
  };
}

/**
 * Each portal proves itself in the way that is documented for it (Google by the key in its body, Facebook by a signature), or by the
 * secret in the address or in a header, as any program can. Of several secrets all must be right.
 */
function proves(
  installationKey: string,
  source: LivingSource,
  { request, secret }: Post,
  { body, payload }: Read,
): boolean {
  const header = request.headers[SOURCE_KEY_HEADER];
  const key = source.kind === 'google_ads' ? wordOf(valuesIn(payload)['google_key']) : '';
  const sent = [secret, header, key].filter((text) => typeof text === 'string' && text !== '');
  if (sent.length > 0) return sent.every((text) => isSecretOf(source.secret_hash, String(text)));
  const signature = request.headers['x-hub-signature-256'];
  const appSecret = credentialOf(installationKey, source, 'app_secret');
  if (source.kind !== 'facebook' || typeof signature !== 'string' || !appSecret || !body) return false;
  const due = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === due.length && timingSafeEqual(given, due);
}
