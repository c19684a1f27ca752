import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { tokenRefusal } from '#shared/accounts/access-tokens.ts';
import type { AccessToken, TokenPermission } from '#shared/accounts/access-tokens.ts';
import type { AuditAction } from '#shared/accounts/audit.ts';
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from '#shared/protocol/endpoint.ts';
import { MAX_IMPORT_BYTES } from '#shared/leads/lead-import.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { PROOF_NEEDED, PROOF_SENTENCE } from '#shared/accounts/proof-needed.ts';
import { TAB_HEADER } from '#shared/protocol/tab.ts';
import type { Config } from '#server/config.ts';
import { audit } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import type { Database } from '#server/db/database.ts';
import { Scope } from '#server/db/scope.ts';
import type { Actor } from '#server/db/actors.ts';
import { Forbidden, HttpError } from '#server/errors.ts';
import { inRequest } from '#server/current-request.ts';
import { maskText } from '#server/accounts/masked-contacts.ts';
import type { Account } from '#server/accounts/account.ts';
import type { Tokens } from '#server/secrets/tokens.ts';
import type { HeldAnswers } from '#server/http/held-answers.ts';
import { deprecationHeaders } from '#server/http/deprecation.ts';
import { answers } from '#server/http/openapi/json-schemas.ts';
import { refuseMasked, shownRow, shownTo } from '#server/http/masked-answers.ts';
import type { ContactFields } from '#server/http/masked-answers.ts';
import { isRead } from '#server/http/plugins.ts';
import type { RateLimits, RateName } from '#server/http/rates/rate-limits.ts';
import type { RequestMetrics } from '#server/http/request-metrics.ts';
import type { TokenDoor } from '#server/http/sessions/token-door.ts';
import { parseInput } from '#server/http/validate.ts';

const TAB = /^[\w-]{8,64}$/;

/**
 * The session of a valid token, with its actor; `tokenScope` for a program, which has no account if it uses a
 * service token.
 */
type Session = {
  actor: Actor;
  account?: Account;
  sessionId: string;
  tokenScope?: AccessToken['scope'];
};

/** Everything that the routes of every feature receive. */
export type Server = {
  app: FastifyInstance;
  database: Database;
  tokens: Tokens;
  config: Config;
  door: TokenDoor<Session>;
  /**
   * Whether the user of a session has proven who they are within ten minutes, or does so by this password.
   * Throws 422 for a wrong one.
   */
  isProven: (session: Session, password: string | undefined) => Promise<boolean>;
  limits: RateLimits;
  requests: RequestMetrics;
  held: HeldAnswers;
  /** The custom fields of the caller's client that hold phone numbers and emails. */
  contactFields: (scope: Scope) => Promise<ContactFields>;
  /** Endpoints with a route; the start uses this to find endpoints without one. */
  served: Set<Endpoint>;
};

/**
 * Adds a line about the call to the audit log, or one for each `about`, as the signed-in user unless that names
 * another actor.
 */
export type Audit = (
  action: AuditAction,
  ...about: readonly Omit<AuditEntry, 'action' | 'requestId'>[]
) => Promise<void>;

type PublicContext<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
  audit: Audit;
};
type SignedInContext<E extends Endpoint> = PublicContext<E> & {
  scope: Scope;
  /** The caller's account. Service tokens have none, but can only make the calls of `TokenPermission`. */
  account: E['permission'] extends TokenPermission ? Account | undefined : Account;
  sessionId: string;
};
export type Context<E extends Endpoint> = E['permission'] extends 'public'
  ? PublicContext<E>
  : SignedInContext<E>;

/** A handler's result; `SENT` when the handler has sent the response itself (files, streams). */
export type Answer<E extends Endpoint> =
  | { data: DataOf<E> | Presentable<DataOf<E>>; message?: string; pagination?: Pagination }
  | typeof SENT;
export const SENT = Symbol('sent');

/** Rows contain instants as Date; the serializer writes them as ISO text. */
type Presentable<T> = T extends string
  ? T | Date
  : T extends (infer Item)[]
    ? Presentable<Item>[]
    : T extends object
      ? { [Key in keyof T]: Presentable<T[Key]> }
      : T;

/**
 * The only way to add a call: permission, validation and the response's shape come from its endpoint. Throws
 * at start for an endpoint without a permission.
 */
export function serve<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  handler: (context: Context<E>) => Promise<Answer<E>>,
  /** Runs before the body is read: callers who may not make a call learn nothing about its shape. */
  before?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const { method, path, plainPath = path, permission } = endpoint;
  if (permission !== 'public' && !Object.hasOwn(PERMISSIONS, permission)) {
    throw new Error(`${method} ${path} has no permission: write 'public' if everybody may call it.`);
  }
  server.served.add(endpoint);
  const route: RouteOptions = {
    method,
    url: path,
    // Callers who are not signed in are counted by address before anything else is checked.
    config: {
      countedByUser: permission !== 'public',
      ...(endpoint.isProbe && { isProbe: true, pressureHandler: () => undefined }),
    },
    ...(!endpoint.file && answers(endpoint)),
    // A HEAD request must not write anything.
    ...(method === 'GET' && endpoint.changes && { exposeHeadRoute: false }),
    ...(endpoint.upload && { bodyLimit: MAX_IMPORT_BYTES, compress: false as const }),
    onRequest: async (request, reply) => {
      reply.headers(deprecationHeaders(endpoint));
      await before?.(request, reply);
      if (permission === 'public') return;
      const asked = { id: request.id, arrived: arrivedAt(reply) };
      const session = await inRequest(asked, async () => await server.door.admit(request));
      await countRequest(server.limits, session.actor, isRead(request));
      const refusal = session.tokenScope && tokenRefusal(session.tokenScope, endpoint);
      if (refusal) throw new Forbidden(refusal);
      if (!can(session.actor.role, permission)) throw new Forbidden(PERMISSIONS[permission].refusal);
      request.session = session;
    },
    handler: async (request, reply) => {
      const session = request.session;
      if (session?.actor.masksContacts) refuseMasked(request.body);
      const input = parseInput(endpoint, request);
      const signedIn = session && {
        scope: new Scope(server.database, session.actor),
        account: session.account,
        sessionId: session.sessionId,
      };
      const by = { actor: session?.actor, requestId: request.id };
      const note: Audit = async (action, ...about) => {
        const lines = (about.length > 0 ? about : [{}]).map((line) => ({ ...by, action, ...line }));
        await audit(server.database.core, ...lines);
      };
      const context = { ...input, ...signedIn, request, reply, audit: note } as Context<E>;
      const asked = { id: request.id, arrived: arrivedAt(reply), tab: tabOf(request) };
      if (endpoint.proof) await inRequest(asked, async () => await requireProof(server, session, input.body));
      const work = async () => {
        const made = await handler(context).catch(maskingRefusal(server, signedIn?.scope));
        return made === SENT ? made : await masked(server, endpoint, made, signedIn?.scope);
      };
      const answer = await inRequest(asked, work);
      if (answer === SENT) return await reply;
      if (endpoint.status) reply.status(endpoint.status);
      return { success: true, ...answer };
    },
  };
  for (const url of new Set([path, plainPath])) server.app.route({ ...route, url });
}

const arrivedAt = (reply: FastifyReply) => performance.now() - reply.elapsedTime;

/** Throws 403 unless the user has proven recently, or by the password in the body, who is calling. */
async function requireProof(server: Server, session: Session | undefined, body: unknown): Promise<void> {
  const { currentPassword } = (body ?? {}) as { currentPassword?: string };
  if (!session || !(await server.isProven(session, currentPassword)))
    throw new HttpError(403, PROOF_NEEDED, PROOF_SENTENCE);
}

type Masking = Pick<Server, 'contactFields'>;

/** The answer as its reader may see it: the one place where contact details of leads are masked. */
async function masked<E extends Endpoint>(
  { contactFields }: Masking,
  { data: schema }: E,
  answer: Exclude<Answer<E>, typeof SENT>,
  scope: Scope | undefined,
): Promise<Exclude<Answer<E>, typeof SENT>> {
  if (!scope?.user.masksContacts) return answer;
  const { data, message } = answer;
  const fields = await contactFields(scope);
  return {
    ...answer,
    data: shownTo(scope.user, schema, data, fields),
    ...(message && { message: maskText(message) }),
  };
}

/** Rethrows a refusal with its row masked, for example the lead of a stale edit. */
function maskingRefusal({ contactFields }: Masking, scope: Scope | undefined) {
  return async (error: unknown): Promise<never> => {
    if (!scope?.user.masksContacts || !(error instanceof HttpError) || error.data === undefined) throw error;
    const { status, code, message, errors, retryAfter } = error;
    const data = shownRow(error.data, await contactFields(scope));
    throw new HttpError(status, code, message, { errors, retryAfter, data, cause: error });
  };
}

/** The browser tab that sent the request, by the name it gave itself. */
function tabOf({ headers }: FastifyRequest): string | undefined {
  const tab = headers[TAB_HEADER];
  return typeof tab === 'string' && TAB.test(tab) ? tab : undefined;
}

/** Throws 429 when a user, or a client's users combined, send too many requests. */
async function countRequest(limits: RateLimits, { id, client }: Actor, read: boolean): Promise<void> {
  await limits.count(read ? 'reads' : 'writes', id);
  if (!client) return;
  await limits.count(read ? 'clientReads' : 'clientWrites', client.id);
  await limits.refuseSpent('clientKilobytes', client.id);
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
  interface FastifyContextConfig {
    countedByUser?: boolean;
    /** The per-address rate for callers who are not signed in, if it differs from the default. */
    countedAs?: RateName;
    isProbe?: boolean;
  }
}
