import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath } from '#shared/page-paths.ts';
import { HttpError } from '#server/errors.ts';
import { answerError } from '#server/http/error-handler.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Facts about the installation that the page has before it asks anything: attributes of its root element, with lists
 * of words that need no quotes.
 */
export type PageFlags = Record<`data-${string}`, boolean | readonly string[]>;

/**
 * Serves the built page: hashed assets for ever; every other address that is asked for as a page gets the page
 * itself, with status 404 where the page has nothing to show but that.
 */
export async function addStaticFiles(app: FastifyInstance, webRoot: string, flags: PageFlags): Promise<void> {
  const index = join(webRoot, 'index.html');
  const isBuilt = existsSync(index);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      index: false,
      cacheControl: false,
      allowedPath: (path) => path !== '/index.html',
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? FOREVER : 'no-cache');
      },
    });
  }
  const sendPage = isBuilt ? pageSender(readFileSync(index, 'utf8'), flags) : undefined;
  if (sendPage) app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !path.startsWith('/api/') && (path === '/index.html' || !/\.\w+$/.test(path));
    if (sendPage && isPage) return sendPage(request, reply);
    return answerError(new HttpError(404, 'not_found', 'There is nothing at this address.'), request, reply);
  });
}

function pageSender(built: string, flags: PageFlags) {
  const attributes = Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [name] : [];
    return value.length > 0 ? [`${name}="${value.join(' ')}"`] : [];
  });
  const page = built.replace('<html', () => ['<html', ...attributes].join(' '));
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (!isPagePath(request.url.split('?', 1)[0] ?? '')) return reply.status(404).send(page);
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.send(page);
  };
}
