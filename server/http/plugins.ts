import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_IMPORT_BYTES } from '#shared/lead-import.ts';
import type { Config } from '#server/config.ts';
import { TooManyRequests } from '#server/errors.ts';

/** Requests per minute of one user (of one address before sign-in). */
const READS = 600;
const WRITES = 120;

const SELF = ["'self'"];

export async function addPlugins(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: SELF,
        // The component library sets style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: SELF,
        connectSrc: SELF,
        manifestSrc: SELF,
        formAction: SELF,
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // For browsers that do not read frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Set by the proxy that ends TLS: a plain-http installation must stay reachable.
    strictTransportSecurity: false,
  });
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], zlibOptions: { level: 1 } });
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_IMPORT_BYTES,
      files: 1,
      fields: 5,
      parts: 6,
      headerPairs: 50,
      fieldSize: 64 * 1024,
    },
  });
  if (config.rateLimits) {
    await app.register(underPressure, { maxEventLoopDelay: 1000, retryAfter: 5, pressureHandler: undefined });
    await app.register(rateLimit, {
      hook: 'preHandler',
      timeWindow: '1 minute',
      max: (request) => (isRead(request) ? READS : WRITES),
      keyGenerator: (request) =>
        `${isRead(request) ? 'read' : 'write'} ${request.session?.actor.id ?? request.ip}`,
      allowList: (request) => !request.url.startsWith('/api/'),
      errorResponseBuilder: (_request, { ttl }) =>
        new TooManyRequests('You are going very fast. Please wait a moment.', Math.ceil(ttl / 1000)),
    });
  }
}

const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';
