import { MAX_DELIVERY_BYTES } from '#shared/company/sources.ts';
import { isTelephony } from '#shared/activities/telephony.ts';
import type { Database } from '#server/db/database.ts';
import { Forbidden, HttpError, NotFound } from '#server/errors.ts';
import type { RateLimits } from '#server/http/rates/rate-limits.ts';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import { leadgenId } from '#server/features/sources/portals/facebook.ts';
import { partsIn } from '#server/features/sources/portals/portals.ts';
import { payloadOf } from '#server/features/sources/read-payload.ts';
import type { RawBody } from '#server/features/sources/read-payload.ts';
import { UNKNOWN, sourceDoor } from '#server/features/sources/source-door.ts';
import type { LivingSource } from '#server/features/sources/source-door.queries.ts';
import { takeCallDelivery } from '#server/features/sources/take-call-delivery.queries.ts';
import { note, noteFailed, takeDelivery } from '#server/features/sources/take-delivery.queries.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';

const SWITCHED_OFF = 'The source was switched off when this arrived.';
const UNREADABLE = 'The body is neither JSON nor a form.';
const EMPTY = 'There is no lead in this delivery.';
const TOO_LARGE = `The delivery is larger than ${MAX_DELIVERY_BYTES / 1024} kB and was not stored.`;
const MOST_PARTS = 100;
const TOO_MANY = `A delivery can have ${MOST_PARTS} leads at most. Nothing of it was stored.`;
const NOTHING = Buffer.alloc(0);
/** How much of an unreadable text is stored. */
const KEPT = 4000;

/** Receives deliveries from portals: every lead of a request gets a log line. */
export function receiver(database: Database, limits: RateLimits) {
  const { enter, prove } = sourceDoor(database, limits);

  /**
   * Processes a request that `enter` has admitted: every lead of it gets a log line. `inAddress`: URL parameters that form the delivery.
   * Throws like `prove`, and 400 and 413 for what cannot be read.
   */
  async function receive(request: FastifyRequest, inAddress?: object): Promise<LivingSource> {
    const sent = request.body as { bytes: RawBody } | undefined;
    const body = inAddress === undefined && sent ? sent.bytes : NOTHING;
    const payload = inAddress ?? (body && (await payloadOf(body)));
    const source = await prove(request, body, payload);
    if (!body) return await refuse(source, null, new HttpError(413, 'too_large', TOO_LARGE));
    if (typeof payload !== 'object' || payload === null) {
      const text = body.toString('utf8').replaceAll('\0', '').slice(0, KEPT);
      return await refuse(source, text || null, new HttpError(400, 'bad_json', UNREADABLE));
    }
    const parts = partsIn(source.kind, withoutSecret(payload));
    if (!source.is_active) {
      for (const part of parts.slice(0, MOST_PARTS))
        await noteRefused(source, JSON.stringify(part), SWITCHED_OFF);
      throw new Forbidden('This source is switched off.');
    }
    if (parts.length > MOST_PARTS)
      return await refuse(source, null, new HttpError(413, 'too_large', TOO_MANY));
    if (parts.length === 0) await noteRefused(source, JSON.stringify(withoutSecret(payload)), EMPTY);
    if (!isTelephony(source.kind)) await limits.count('sourceLeads', source.id, parts.length);
    await takeAll(source, parts);
    return source;
  }

  /** Processes the parts one by one; if one fails, it and those after it are logged, because a portal may not send them again. */
  async function takeAll(source: LivingSource, sent: readonly unknown[]): Promise<void> {
    const parts = sent.map((part) => ({ part, newId: uuidv7() }));
    for (const [index, part] of parts.entries())
      await take(database, source, part).catch(async (error: unknown) => {
        const scope = await asSender(database, source.client, source);
        await noteFailed(scope, source.id, parts.slice(index));
        throw error;
      });
  }

  async function noteRefused(source: LivingSource, received: string | null, reason: string): Promise<void> {
    const scope = await asSender(database, source.client, source);
    await note(scope, source.id, { outcome: 'refused', reason, lead_id: null, received });
  }

  async function refuse(source: LivingSource, received: string | null, refusal: HttpError): Promise<never> {
    await noteRefused(source, received, refusal.message);
    throw refusal;
  }

  /** Facebook checks that the URL belongs to the company: the token it was given must be the secret. Throws 404. */
  async function verify(request: FastifyRequest, id: string): Promise<string> {
    const { query } = request;
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = valuesIn(query);
    await enter(request, id, wordOf(token) || '-');
    if (mode !== 'subscribe') throw new NotFound(UNKNOWN);
    return wordOf(challenge).slice(0, 200);
  }

  return { enter, receive, verify };
}

/** Takes one part in, or keeps it waiting for what the server reads at the portal. */
async function take(
  database: Database,
  source: LivingSource,
  { part, newId }: { part: unknown; newId: string },
): Promise<void> {
  if (isTelephony(source.kind)) {
    await takeCallDelivery(database, source, { part, newId });
    return;
  }
  const isTold = source.kind === 'facebook' && leadgenId(part) !== undefined;
  if (!isTold) {
    await takeDelivery(database, source, { part, newId });
    return;
  }
  // The lead itself is read from Facebook after the response, which must be fast.
  const scope = await asSender(database, source.client, source);
  const waiting = { outcome: 'waiting', reason: null, lead_id: null } as const;
  await note(scope, source.id, { ...waiting, received: JSON.stringify(part) });
}

/** The payload without Google's key, which must not be logged. */
function withoutSecret(payload: object): object {
  if (!('google_key' in payload)) return payload;
  const { google_key: _, ...rest } = payload;
  return rest;
}
