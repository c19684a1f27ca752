import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '#shared/fields/fields.ts';
import { scim } from '#shared/accounts/scim.ts';
import { audit } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { Scope } from '#server/db/scope.ts';
import { HttpError, NotFound, Unauthenticated } from '#server/errors.ts';
import {
  listResponse,
  serviceProviderConfig,
  userResourceType,
  userSchema,
} from '#server/features/scim/scim-discovery.ts';
import { ScimRefusal, scimError } from '#server/features/scim/scim-error.ts';
import { changesIn } from '#server/features/scim/scim-patch.ts';
import { filterIn, pageIn } from '#server/features/scim/scim-query.ts';
import {
  createScimToken,
  findDirectory,
  getScimToken,
  removeScimToken,
} from '#server/features/scim/scim-tokens.queries.ts';
import { USER_SCHEMA, userResource, valuesIn, versionOf } from '#server/features/scim/scim-user.ts';
import type { ScimRow, ScimValues } from '#server/features/scim/scim-user.ts';
import {
  createScimUser,
  getScimUser,
  listScimUsers,
  updateScimUser,
} from '#server/features/scim/scim-users.queries.ts';
import { removeScimUser, setScimActive } from '#server/features/scim/scim-leavers.queries.ts';
import { toHttpError } from '#server/http/error-handler.ts';
import { isRead } from '#server/http/plugins.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { bearerOf } from '#server/http/sessions/token-door.ts';

const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const PATH = '/scim/v2';
const MOST_BODY = 64 * 1024;

const addressOf = ({ config }: Server) => `${config.publicUrl}/api${PATH}`;

/** The token with which a company's directory manages its users. */
export function scimTokenRoutes(server: Server): void {
  serve(server, scim.get, async ({ scope, params: { id } }) => ({
    data: { token: await getScimToken(scope, id), address: addressOf(server) },
  }));

  serveIdempotent(server, scim.create, async ({ scope, params: { id }, audit: note }) => {
    await getScimToken(scope, id);
    const token = await createScimToken(scope, id);
    await note('scim_token_created', { clientId: id, objectId: id });
    return { data: { token }, message: 'Copy the SCIM token now. It is shown only once.' };
  });

  serve(server, scim.remove, async ({ scope, params: { id }, audit: note }) => {
    if (await removeScimToken(scope, id)) await note('scim_token_removed', { clientId: id, objectId: id });
    return { data: {}, message: 'The SCIM token is no longer valid.' };
  });
}

/** A request of a company's directory. */
type Directory = { client: ClientRef; scope: Scope };

/**
 * SCIM 2.0 for users (RFC 7643, 7644), in a plugin of its own: bodies, answers and errors have SCIM's form
 * instead of the usual one.
 */
export async function scimRoutes(server: Server): Promise<void> {
  await server.app.register(
    async (app) => {
      const directories = new WeakMap<FastifyRequest, Directory>();
      app.addHook('onRoute', (route) => {
        // A directory sends the changes of many companies from few addresses.
        route.config = { ...route.config, countedAs: 'deliveries' };
        route.bodyLimit = MOST_BODY;
      });
      app.addContentTypeParser(
        'application/scim+json',
        { parseAs: 'string' },
        app.getDefaultJsonParser('error', 'error'),
      );
      app.setErrorHandler(async (error, request, reply) => await refuse(error, request, reply));
      app.setNotFoundHandler(
        async (request, reply) =>
          await refuse(new NotFound('There is nothing at this address.'), request, reply),
      );
      app.addHook('onRequest', async (request) => {
        directories.set(request, await admit(server, request));
      });
      const of = (request: FastifyRequest): Directory => {
        const directory = directories.get(request);
        if (!directory) throw new Unauthenticated();
        return directory;
      };
      discoveryRoutes(app, addressOf(server));
      readRoutes(app, server, of);
      writeRoutes(app, server, of);
      // Other reads would match the page's files, and be refused in the usual form.
      for (const path of ['/', '/*']) app.get(path, async (_, reply) => reply.callNotFound());
    },
    { prefix: PATH },
  );
}

/** Throws 401 for a wrong token, which counts, and 429. */
async function admit({ database, limits }: Server, request: FastifyRequest): Promise<Directory> {
  const found = await findDirectory(database, bearerOf(request));
  if (!found) {
    await limits.count('wrongKeys', callerAddress(request));
    throw new Unauthenticated('This SCIM token is not valid.');
  }
  await limits.count(isRead(request) ? 'clientReads' : 'clientWrites', found.client.id);
  return { client: found.client, scope: new Scope(database, found.actor) };
}

async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = toHttpError(error);
  if (refusal.status >= 500) request.log.error({ err: error, status: refusal.status }, refusal.message);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  const { status, body } = scimError(refusal);
  return await reply.status(status).type(SCIM_TYPE).send(JSON.stringify(body));
}

const send = async (reply: FastifyReply, body: object, status = 200) =>
  await reply.status(status).type(SCIM_TYPE).send(JSON.stringify(body));

function discoveryRoutes(app: FastifyInstance, base: string): void {
  app.get('/ServiceProviderConfig', async (_, reply) => await send(reply, serviceProviderConfig(base)));
  app.get('/ResourceTypes', async (_, reply) => await send(reply, listResponse([userResourceType(base)])));
  app.get('/ResourceTypes/User', async (_, reply) => await send(reply, userResourceType(base)));
  app.get('/Schemas', async (_, reply) => await send(reply, listResponse([userSchema(base)])));
  app.get(
    `/Schemas/${USER_SCHEMA.replaceAll(':', '::')}`,
    async (_, reply) => await send(reply, userSchema(base)),
  );
}

type Of = (request: FastifyRequest) => Directory;
type Named = { Params: { id: string } };

/** The id in a path. Throws 404 for a text that is none. */
function idIn({ params: { id } }: FastifyRequest<Named>): string {
  if (!isId(id)) throw new NotFound('There is no user with this id.');
  return id;
}

function readRoutes(app: FastifyInstance, server: Server, of: Of): void {
  const base = addressOf(server);

  app.get('/Users', async (request, reply) => {
    const { client } = of(request);
    const query = textsIn(request.query);
    const page = pageIn(query);
    const { total, rows } = await listScimUsers(server.database, client.id, filterIn(query['filter']), page);
    const users = rows.map((row) => chosen(userResource(row, base), query));
    return await send(reply, listResponse(users, total, page.startIndex));
  });

  app.get<Named>('/Users/:id', async (request, reply) => {
    const row = await getScimUser(server.database, of(request).client.id, idIn(request));
    const version = versionOf(row);
    reply.header('etag', version);
    if (request.headers['if-none-match'] === version) return await reply.status(304).send();
    return await send(reply, chosen(userResource(row, base), textsIn(request.query)));
  });
}

/** The parameters of an address. Throws `invalidValue` for one that is sent twice. */
function textsIn(query: unknown): Record<string, string | undefined> {
  const entries = Object.entries(query as Record<string, unknown>);
  const twice = entries.find(([, value]) => typeof value !== 'string');
  if (twice) throw new ScimRefusal('invalidValue', `${twice[0]} was sent more than once.`);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The attributes that `attributes` or `excludedAttributes` leave (RFC 7644, 3.9); id and schemas always. */
function chosen(resource: object, query: Record<string, string | undefined>): object {
  const names = (list: string | undefined) =>
    list === undefined
      ? undefined
      : new Set(list.split(',').map((name) => name.trim().toLowerCase().split('.')[0]));
  const [only, without] = [names(query['attributes']), names(query['excludedAttributes'])];
  const isKept = (name: string) =>
    ['id', 'schemas'].includes(name) ||
    ((only?.has(name.toLowerCase()) ?? true) && !without?.has(name.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

function writeRoutes(app: FastifyInstance, server: Server, of: Of): void {
  const { database } = server;
  const base = addressOf(server);
  /** A line of the audit log about a user, in the name of the directory. */
  const note = async (
    request: FastifyRequest,
    action: AuditEntry['action'],
    objectId: string,
    details: object = {},
  ) =>
    await audit(database.core, {
      action,
      clientId: of(request).client.id,
      objectId,
      details: { by: 'SCIM', ...details },
      requestId: request.id,
      address: request.ip,
    });
  const answer = async (request: FastifyRequest, reply: FastifyReply, id: string, status = 200) => {
    const row = await getScimUser(database, of(request).client.id, id);
    reply.header('etag', versionOf(row)).header('location', `${base}/Users/${id}`);
    return await send(reply, userResource(row, base), status);
  };
  const setActive = async (request: FastifyRequest, row: ScimRow, isActive: boolean) => {
    const { client, scope } = of(request);
    const outcome = await setScimActive(scope, client, row, isActive);
    if (!outcome) return;
    const { isActive: _, ...handed } = outcome;
    await note(request, isActive ? 'user_activated' : 'user_deactivated', row.id, handed);
  };
  const change = async (request: FastifyRequest<Named>, reply: FastifyReply, values: ScimValues) => {
    const { client, scope } = of(request);
    const row = await getScimUser(database, client.id, idIn(request));
    assertVersion(request, row);
    const { active, ...rest } = values;
    if (Object.keys(rest).length > 0) {
      await updateScimUser(scope, client, row.id, rest);
      await note(request, 'user_changed', row.id, { fields: Object.keys(rest).join(', ') });
    }
    if (active !== undefined) await setActive(request, row, active);
    return await answer(request, reply, row.id);
  };

  app.post('/Users', async (request, reply) => {
    const { client, scope } = of(request);
    const { id, isNew } = await createScimUser(scope, client, valuesIn(request.body));
    await note(request, isNew ? 'user_created' : 'user_activated', id);
    return await answer(request, reply, id, 201);
  });

  app.put<Named>('/Users/:id', async (request, reply) => {
    const values = valuesIn(request.body);
    if (!values.userName) throw new ScimRefusal('invalidValue', 'userName is required.');
    return await change(request, reply, { externalId: null, ...values });
  });

  app.patch<Named>(
    '/Users/:id',
    async (request, reply) => await change(request, reply, changesIn(request.body)),
  );

  app.delete<Named>('/Users/:id', async (request, reply) => {
    const { client } = of(request);
    const row = await getScimUser(database, client.id, idIn(request));
    assertVersion(request, row);
    await setActive(request, row, false);
    await removeScimUser(database, client.id, row.id);
    return await reply.status(204).send();
  });
}

/** Throws 412 when the caller names another version of the user (RFC 7644, 3.14). */
function assertVersion({ headers }: FastifyRequest, row: ScimRow): void {
  const seen = headers['if-match'];
  if (seen === undefined || seen === '*' || seen === versionOf(row)) return;
  throw new HttpError(412, 'stale', 'The user has changed since this version.');
}
