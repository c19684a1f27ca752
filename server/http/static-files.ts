import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/errors.ts';
import { answerError } from '#server/http/error-handler.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** The built page: hashed assets for ever, everything else that is asked as a page is the page itself. */
export async function addStaticFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  const isBuilt = existsSync(join(webRoot, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? FOREVER : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !/\.\w+$/.test(request.url.split('?', 1)[0] ?? '');
    if (isBuilt && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return answerError(new HttpError(404, 'not_found', 'There is nothing at this address.'), request, reply);
  });
}
