import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { HelmetOptions } from 'helmet';
import type { Config } from '#server/config.ts';

const SELF = ["'self'"];

/** Adds helmet's headers to every response. They are the same for all, so they are made once. */
export function addSecurityHeaders(app: FastifyInstance, { apiOrigins }: Pick<Config, 'apiOrigins'>): void {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: SELF,
        // The component library sets style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Recordings of calls, which the page has fetched.
        mediaSrc: ['blob:'],
        imgSrc: ["'self'", 'data:'],
        fontSrc: SELF,
        connectSrc: [...SELF, ...apiOrigins],
        manifestSrc: SELF,
        formAction: SELF,
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // For browsers that do not support frame-ancestors.
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Set by the proxy that terminates TLS: a plain-HTTP installation must stay reachable.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** The headers that helmet sets. Throws for a directive that it refuses. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error) throw error as Error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
