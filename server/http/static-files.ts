import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPagePath } from '#shared/protocol/page-paths.ts';
import type { Config } from '#server/config.ts';
import { HttpError } from '#server/errors.ts';
import { isApiCall } from '#server/http/api-calls.ts';
import { answerError } from '#server/http/error-handler.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const POLICY = 'content-security-policy';

/**
 * Facts about the installation that the page needs before its first request: attributes of its root element,
 * with lists of words that need no quotes.
 */
export type PageFlags = Record<`data-${string}`, boolean | readonly string[]>;
type Installation = Pick<Config, 'webRoot' | 'publicUrl'>;
type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Serves the built page: hashed assets are cached forever; every other URL requested as a page gets the page
 * itself, prerendered for those in the folder `pages`, and with status 404 if the page does not exist.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  { webRoot, publicUrl }: Installation,
  flags: PageFlags,
): Promise<void> {
  const isBuilt = existsSync(join(webRoot, 'index.html'));
  if (isBuilt) await app.register(async (files) => await addFiles(files, webRoot));
  const sender = (file: string) => pageSender(readFileSync(join(webRoot, file), 'utf8'), publicUrl, flags);
  const sendPage = isBuilt ? sender('index.html') : undefined;
  for (const file of isBuilt ? readdirSync(join(webRoot, 'pages')) : [])
    app.get(addressOf(file), sender(`pages/${file}`));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !isApiCall(request) && (path === '/index.html' || !/\.\w+$/.test(path));
    if (sendPage && isPage) return sendPage(request, reply);
    return answerError(new HttpError(404, 'not_found', 'There is nothing at this address.'), request, reply);
  });
}

/** The files themselves. A read of the API that matches no call matches this route, and is the usual 404. */
async function addFiles(app: FastifyInstance, root: string): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (isApiCall(request)) return reply.callNotFound();
  });
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: false,
    cacheControl: false,
    allowedPath: (path) => path !== '/index.html' && !path.startsWith('/pages/'),
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? FOREVER : 'no-cache');
    },
  });
}

/** `index.html` is the page at `/`, `login.html` the one at `/login`. */
const addressOf = (file: string) => `/${file.replace(/(?:^index)?\.html$/, '')}`;

function pageSender(built: string, publicUrl: string, flags: PageFlags): Answer {
  const attributes = Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [name] : [];
    return value.length > 0 ? [`${name}="${value.join(' ')}"`] : [];
  });
  const page = built
    .replace('<html', () => ['<html', ...attributes].join(' '))
    .replaceAll('{publicUrl}', () => publicUrl);
  const scripts = inlineScripts(page);
  // Compressed for the first browser that requests it, which halves the start time of an application.
  let compressed: Buffer | undefined;
  const etag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  return (request, reply) => {
    const policy = String(reply.getHeader(POLICY)).replace("script-src 'self'", `$& ${scripts}`);
    reply.header('cache-control', 'no-cache').header(POLICY, policy).header('vary', 'accept-encoding');
    if (!isPagePath(request.url.split('?', 1)[0] ?? '')) reply.status(404);
    else if (request.headers['if-none-match'] === etag) return reply.header('etag', etag).status(304).send();
    else reply.header('etag', etag);
    reply.type('text/html; charset=utf-8');
    if (!/\bbr\b(?!;q=0)/.test(String(request.headers['accept-encoding']))) return reply.send(page);
    compressed ??= brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    return reply.header('content-encoding', 'br').send(compressed);
  };
}

/** The hashes of a page's inline scripts, the only ones that the content policy allows. */
function inlineScripts(page: string): string {
  const texts = page
    .split('<script>')
    .slice(1)
    .map((rest) => rest.split('</script>', 1)[0] ?? '');
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}
