import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SourceKind } from '#shared/company/sources.ts';
import { RETRIED, sources } from '#shared/company/sources.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import type { Scope } from '#server/db/scope.ts';
import { Conflict } from '#server/errors.ts';
import { getDelivery, getReceived, listDeliveries } from '#server/features/sources/source-log.queries.ts';
import {
  createSource,
  getSource,
  listSources,
  removeSource,
  replaceSecret,
  updateSource,
} from '#server/features/sources/sources.queries.ts';
import { checkRing } from '#server/features/sources/check-ring.ts';
import { formOf, readBody } from '#server/features/sources/read-payload.ts';
import { receiver } from '#server/features/sources/receive.ts';
import { tryAgain } from '#server/features/sources/try-again.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** Settings of sources: anybody who may manage API keys may manage sources. */
export function sourceRoutes(server: Server): void {
  const { database } = server;
  const { tokenKey } = database.installation;
  const own = async (scope: Scope, id: string) => {
    const source = await getSource(scope, id);
    return { source, inside: await scope.writingIn(source.client_id) };
  };

  serve(server, sources.list, async ({ scope, query }) => await listSources(scope, query));

  serveIdempotent(server, sources.create, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'source');
    checkRing(body.kind, body.ring, server.config.internalTelephony);
    const data = await createSource(scope, inside, tokenKey, body);
    const about = { clientId: inside.client.id, objectId: data.id, details: { kind: body.kind } };
    await audit('source_created', about);
    return { data, message: 'Please copy the secret now. It is shown only once.' };
  });

  serve(server, sources.update, async ({ scope, params: { id }, body, audit }) => {
    const { inside, source } = await own(scope, id);
    checkRing(source.kind, body.ring, server.config.internalTelephony);
    const data = await updateSource(scope, inside, tokenKey, id, body);
    const details = { fields: Object.keys(body).join(', '), is_active: body.is_active ?? null };
    await audit('source_changed', { clientId: inside.client.id, objectId: id, details });
    return { data };
  });

  serve(server, sources.remove, async ({ scope, params: { id }, audit }) => {
    const { inside, source } = await own(scope, id);
    await removeSource(scope, inside, id);
    const details = { kind: source.kind, name: source.name };
    await audit('source_deleted', { clientId: inside.client.id, objectId: id, details });
    return { data: { id } };
  });

  serveIdempotent(server, sources.replaceSecret, async ({ scope, params: { id }, audit }) => {
    const { inside } = await own(scope, id);
    const data = await replaceSecret(scope, tokenKey, id);
    await audit('source_secret_replaced', { clientId: inside.client.id, objectId: id });
    return { data, message: 'Deliveries need the new secret from now on.' };
  });

  serve(server, sources.deliveries, async ({ scope, params: { id }, query }) => {
    const { client_id } = await getSource(scope, id);
    return await listDeliveries(await scope.reading(client_id), id, query);
  });

  serve(server, sources.received, async ({ scope, params: { id }, query }) => {
    const source = await getSource(scope, id);
    return { data: await getReceived(await scope.reading(source.client_id), source, query.delivery_id) };
  });

  serveIdempotent(server, sources.tryAgain, async ({ scope, params: { id }, body: { delivery_id } }) => {
    const { inside } = await own(scope, id);
    const { outcome, is_kept } = await getDelivery(inside, id, delivery_id);
    if (!RETRIED.includes(outcome))
      throw new Conflict('This delivery has arrived. There is nothing to try again.');
    if (!is_kept)
      throw new Conflict('This delivery’s content was not stored. Have the portal send it again.');
    await tryAgain(database, id, delivery_id);
    return { data: { delivery: await getDelivery(inside, id, delivery_id) } };
  });
}

type Asked = { request: FastifyRequest; reply: FastifyReply };

/** The responses that portals expect instead of the usual one. */
const ANSWERS: Partial<Record<SourceKind, (reply: FastifyReply) => FastifyReply>> = {
  indiamart: (reply) => reply.send(JSON.stringify({ code: 200, status: 'Success' })),
  justdial: (reply) => reply.type('text/plain; charset=utf-8').send('RECEIVED'),
};

/**
 * The calls of portals, in their own plugin scope: their bodies are read as bytes, whatever their content
 * type.
 */
export async function sourcePostRoutes(server: Server): Promise<void> {
  const { enter, receive, verify } = receiver(server.database, server.limits);
  await server.app.register(async (app) => {
    // Limited by address like everybody, but with a separate rate: a portal delivers to many companies from
    // few addresses.
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, countedAs: 'deliveries' };
    });
    app.removeAllContentTypeParsers();
    const bytes = async (_request: unknown, stream: Parameters<typeof readBody>[0]) => await readBody(stream);
    app.addContentTypeParser('*', bytes);
    const room = { ...server, app };
    /** Access is checked before the body: a stranger's body is not even read. */
    const door = async (request: FastifyRequest) => {
      const { id = '', secret } = request.params as { id?: string; secret?: string };
      await enter(request, id, secret);
      // Fastify rejects content types that it cannot parse, and portals send such types.
      request.raw.headers['content-type'] = 'application/octet-stream';
    };
    const answer = async ({ request, reply }: Asked, inAddress?: object) => {
      const { kind } = await receive(request, inAddress);
      const own = ANSWERS[kind];
      if (!own) return { data: { received: true } as const };
      await own(reply.type('application/json; charset=utf-8'));
      return SENT;
    };
    serve(room, sourcePosts.receive, async (call) => await answer(call), door);
    serve(room, sourcePosts.receiveAt, async (call) => await answer(call), door);
    serve(
      room,
      sourcePosts.receiveLink,
      async (call) => await answer(call, formOf(call.request.raw.url?.split('?')[1] ?? '') ?? {}),
      door,
    );
    serve(room, sourcePosts.verify, async ({ params: { id }, request, reply }) => {
      const challenge = await verify(request, id);
      await reply.type('text/plain; charset=utf-8').send(challenge);
      return SENT;
    });
  });
}
