import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ImportOptions, MAX_IMPORT_BYTES } from '#shared/leads/lead-import.ts';
import type { Config } from '#server/config.ts';
import { isApiCall } from '#server/http/api-calls.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import type { RateLimits } from '#server/http/rates/rate-limits.ts';

/** Milliseconds: how long a start waits at most for its event loop to catch up. */
const CALM_WITHIN = 10_000;
/** Fields of a form beside its file: an import may make every choice. */
const FIELDS = Object.keys(ImportOptions.shape).length;

export async function addPlugins(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cookie);
  addSecurityHeaders(app, config);
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], zlibOptions: { level: 1 } });
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_IMPORT_BYTES,
      files: 1,
      fields: FIELDS,
      parts: FIELDS + 1,
      headerPairs: 50,
      fieldSize: 64 * 1024,
    },
  });
  if (config.longestLag !== undefined)
    await app.register(underPressure, { maxEventLoopDelay: config.longestLag, retryAfter: 5 });
}

/**
 * Waits until the app would not refuse a request as busy, at most ten seconds. On a slow machine the start itself
 * keeps the event loop so busy that the first requests would be refused.
 */
export async function whenCalm(app: FastifyInstance): Promise<void> {
  const until = performance.now() + CALM_WITHIN;
  // The delay that the start has caused is measured once the event loop turns.
  do await wait(50);
  while (app.isUnderPressure() && performance.now() < until);
}

/**
 * Counts requests of callers who are not signed in by address, including requests that match no call; and the
 * kilobytes sent to a client's users, so that `serve` can refuse the next request.
 */
export function addLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    const { countedByUser, countedAs, isProbe } = request.routeOptions.config;
    if (!isApiCall(request) || countedByUser || isProbe) return;
    await limits.count(countedAs ?? (isRead(request) ? 'reads' : 'writes'), callerAddress(request));
  });
  // Counted before compression: the cost of a response is its length as text.
  app.addHook('onSend', async (request, _reply, payload) => {
    const client = request.session?.actor.client;
    if (client && typeof payload === 'string')
      await limits.note('clientKilobytes', client.id, Math.ceil(payload.length / 1024));
    return payload;
  });
}

export const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';
