import { MAX_DELIVERY_BYTES } from '#shared/sources.ts';
import type { Database } from '#server/db/database.ts';
import { Forbidden, HttpError, NotFound } from '#server/errors.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import { leadgenId } from '#server/features/sources/portals/facebook.ts';
import { PORTALS } from '#server/features/sources/portals/portals.ts';
import { payloadOf } from '#server/features/sources/read-payload.ts';
import type { RawBody } from '#server/features/sources/read-payload.ts';
import { UNKNOWN, sourceDoor } from '#server/features/sources/source-door.ts';
import type { Post } from '#server/features/sources/source-door.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';
import { note, takeDelivery } from '#server/features/sources/take-delivery.queries.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';

const SWITCHED_OFF = 'The source was switched off when this arrived.';
const UNREADABLE = 'The body is neither JSON nor a form.';
const EMPTY = 'There is no lead in this delivery.';
const TOO_LARGE = `The delivery is larger than ${MAX_DELIVERY_BYTES / 1024} kB and was not kept.`;
const TOO_MANY = 'A delivery can have 100 leads at most.';
const MOST_PARTS = 100;
const NOTHING = Buffer.alloc(0);
/** The most of a text that cannot be read. */
const KEPT = 4000;

/** The way in for portals: every lead of a request gets a line in the log. */
export function receiver(database: Database, limits: RateLimits) {
  const admit = sourceDoor(database, limits);

  /** Takes a request in: every lead of it gets a line in the log. Throws as `admit`, 400 and 413 for what cannot be read. */
  async function receive(post: Post): Promise<LivingSource> {
    const { request } = post;
    const body =
      post.payload === undefined && request.body ? (request.body as { bytes: RawBody }).bytes : NOTHING;
    const payload = post.payload ?? (body && (await payloadOf(body, request.headers['content-type'])));
    const source = await admit(post, { body, payload });
    if (!body) return await refuse(source, null, new HttpError(413, 'too_large', TOO_LARGE));
    if (typeof payload !== 'object' || payload === null) {
      const text = body.toString('utf8').replaceAll('\0', '').slice(0, KEPT);
      return await refuse(source, text || null, new HttpError(400, 'bad_json', UNREADABLE));
    }
    const parts = PORTALS[source.kind].parts(withoutSecret(payload));
    if (!source.is_active) {
      for (const part of parts.slice(0, MOST_PARTS))
        await noteRefused(source, JSON.stringify(part), SWITCHED_OFF);
      throw new Forbidden('This source is switched off.');
    }
    if (parts.length === 0) await noteRefused(source, JSON.stringify(withoutSecret(payload)), EMPTY);
    for (const part of parts.slice(0, MOST_PARTS)) await take(source, part);
    if (parts.length > MOST_PARTS) await noteRefused(source, null, TOO_MANY);
    return source;
  }

  async function take(source: LivingSource, part: unknown): Promise<void> {
    const isTold = source.kind === 'facebook' && leadgenId(part) !== undefined;
    if (!isTold) {
      await takeDelivery(database, source, { part });
      return;
    }
    // The lead itself is read from Facebook behind the answer, which is to come soon.
    const scope = await asSender(database, source.client, source);
    const waiting = { outcome: 'waiting', reason: null, lead_id: null } as const;
    await note(scope, source.id, { ...waiting, received: JSON.stringify(part) });
  }

  async function noteRefused(source: LivingSource, received: string | null, reason: string): Promise<void> {
    const scope = await asSender(database, source.client, source);
    await note(scope, source.id, { outcome: 'refused', reason, lead_id: null, received });
  }

  async function refuse(source: LivingSource, received: string | null, refusal: HttpError): Promise<never> {
    await noteRefused(source, received, refusal.message);
    throw refusal;
  }

  /** Facebook asks whether the address is the company's: the token it was given there must be the secret. Throws 404. */
  async function verify(post: Post, query: unknown): Promise<string> {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = valuesIn(query);
    await admit({ ...post, secret: wordOf(token) || '-' }, { body: undefined, payload: undefined });
    if (mode !== 'subscribe') throw new NotFound(UNKNOWN);
    return wordOf(challenge).slice(0, 200);
  }

  return { receive, verify };
}

/** The payload without the key of Google, which no log may have. */
function withoutSecret(payload: object): object {
  if (!('google_key' in payload)) return payload;
  const { google_key: _, ...rest } = payload;
  return rest;
}
