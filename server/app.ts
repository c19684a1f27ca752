import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Config } from '#server/config.ts';
import type { SlowStatement } from '#server/db/pool/connections.ts';
import type { Database } from '#server/db/database.ts';
import { isDiskFull } from '#server/disk.ts';
import { absenceRoutes } from '#server/features/absences/absences.routes.ts';
import { accessLinkRoutes } from '#server/features/access-links/access-links.routes.ts';
import { findTokenActor } from '#server/features/access-tokens/access-tokens.queries.ts';
import { accessTokenRoutes } from '#server/features/access-tokens/access-tokens.routes.ts';
import { findServiceActor } from '#server/features/access-tokens/service-tokens.queries.ts';
import { serviceTokenRoutes } from '#server/features/access-tokens/service-tokens.routes.ts';
import { apiKeyRoutes } from '#server/features/api-keys/api-keys.routes.ts';
import { auditRoutes } from '#server/features/audit/audit.routes.ts';
import { backupRoutes } from '#server/features/backups/backups.routes.ts';
import { findActor } from '#server/features/auth/auth.queries.ts';
import { completeSignIn } from '#server/features/auth/complete-sign-in.ts';
import { companySignInRoutes } from '#server/features/company-sign-in/company-sign-in.routes.ts';
import { authRoutes, ownSessionRoutes } from '#server/features/auth/auth.routes.ts';
import { cachedSessions } from '#server/features/auth/session-cache.ts';
import { passkeySignInRoutes } from '#server/features/auth/passkey-sign-in.routes.ts';
import { proofRoutes } from '#server/features/auth/proof.routes.ts';
import { isProven } from '#server/features/auth/proof.queries.ts';
import { contactFields } from '#server/leads/settings/field-options.queries.ts';
import { Tokens } from '#server/secrets/tokens.ts';
import { eventRoutes } from '#server/features/events/events.routes.ts';
import { contactDetailsRoutes } from '#server/features/contact-details/contact-details.routes.ts';
import { leadMessageRoutes } from '#server/features/lead-messages/lead-messages.routes.ts';
import { leadNoteRoutes } from '#server/features/lead-notes/lead-notes.routes.ts';
import { callLogRoutes } from '#server/features/call-logs/call-logs.routes.ts';
import { phoneCallRoutes } from '#server/features/phone-calls/phone-calls.routes.ts';
import { clientRoutes } from '#server/features/clients/clients.routes.ts';
import { fieldConfigurationRoutes } from '#server/features/field-configuration/field-configuration.routes.ts';
import { dashboardRoutes } from '#server/features/dashboard/dashboard.routes.ts';
import { distributionRoutes } from '#server/features/distribution/distribution.routes.ts';
import { demoRequestRoutes } from '#server/features/demo-requests/demo-requests.routes.ts';
import { healthRoutes } from '#server/features/health/health.routes.ts';
import { leadImportRoutes } from '#server/features/lead-import/lead-import.routes.ts';
import { leadBoardRoutes } from '#server/features/lead-board/lead-board.routes.ts';
import { leadBulkRoutes } from '#server/features/lead-bulk/lead-bulk.routes.ts';
import { leadDuplicateRoutes } from '#server/features/lead-duplicates/lead-duplicates.routes.ts';
import { leadTrashRoutes } from '#server/features/lead-trash/lead-trash.routes.ts';
import { leadExportRoutes } from '#server/features/lead-export/lead-export.routes.ts';
import { leadHistoryRoutes } from '#server/features/lead-history/lead-history.routes.ts';
import { leadPageRoutes } from '#server/features/lead-page/lead-page.routes.ts';
import { leadRoutes } from '#server/features/leads/leads.routes.ts';
import { leadViewRoutes } from '#server/features/lead-views/lead-views.routes.ts';
import { workingHoursRoutes } from '#server/features/working-hours/working-hours.routes.ts';
import { calendarFeedRoutes } from '#server/features/calendar-feed/calendar-feed.routes.ts';
import { secondFactorRoutes } from '#server/features/second-factor/second-factor.routes.ts';
import { passkeyRoutes } from '#server/features/second-factor/passkeys.routes.ts';
import { leadVisibilityRoutes } from '#server/features/lead-visibility/lead-visibility.routes.ts';
import { metricsRoutes } from '#server/features/metrics/metrics.routes.ts';
import { messageTemplateRoutes } from '#server/features/message-templates/message-templates.routes.ts';
import { pushDeviceRoutes } from '#server/features/push-devices/push-devices.routes.ts';
import { notificationRoutes } from '#server/features/notifications/notifications.routes.ts';
import { operationRoutes } from '#server/features/operations/operations.routes.ts';
import { profileRoutes } from '#server/features/profile/profile.routes.ts';
import { productCategoryRoutes, productRoutes } from '#server/features/products/products.routes.ts';
import { publicLeadRoutes } from '#server/features/public-leads/public-leads.routes.ts';
import { reminderRoutes } from '#server/features/reminders/reminders.routes.ts';
import { scimRoutes, scimTokenRoutes } from '#server/features/scim/scim.routes.ts';
import { searchRoutes } from '#server/features/search/search.routes.ts';
import { reportRoutes } from '#server/features/reports/reports.routes.ts';
import { roleRoutes } from '#server/features/roles/roles.routes.ts';
import { sourcePostRoutes, sourceRoutes } from '#server/features/sources/sources.routes.ts';
import { targetRoutes } from '#server/features/targets/targets.routes.ts';
import { webhookRoutes } from '#server/features/webhooks/webhooks.routes.ts';
import { userRoutes } from '#server/features/users/users.routes.ts';
import { leastPasswordLength } from '#server/secrets/passwords.ts';
import { retention } from '#server/retention.ts';
import { currentRequestId } from '#server/current-request.ts';
import { showFigure, slowStatements } from '#server/metrics.ts';
import { isApiCall, loggedPath } from '#server/http/api-calls.ts';
import { addDocuments } from '#server/http/openapi/documents.ts';
import { answerBrokenRequest, answerError, handleErrors } from '#server/http/error-handler.ts';
import { HeldAnswers } from '#server/http/held-answers.ts';
import { addLimits, addPlugins } from '#server/http/plugins.ts';
import { RequestMetrics } from '#server/http/request-metrics.ts';
import { shareRates } from '#server/http/rates/shared-rates.ts';
import { RateLimits } from '#server/http/rates/rate-limits.ts';
import type { Server } from '#server/http/serve.ts';
import { acceptJson } from '#server/http/json-bodies.ts';
import { addStaticFiles } from '#server/http/static-files.ts';
import { tokenDoor } from '#server/http/sessions/token-door.ts';

/** Builds the whole application without listening; tests and benchmarks use it too. */
export async function createApp(
  config: Config,
  database: Database,
  tokenKey: string,
  log: Logger,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    // Replaces Fastify's two log lines per request with a single line, written when the response is sent.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config),
    bodyLimit: 1024 * 1024,
    ...arrival(config.arrival),
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // A proxy may still send requests over its open connections during shutdown: they get a response, then
    // the connection closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenRequest,
    // URLs that cannot be parsed never reach the hooks and handlers below.
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply.header('x-request-id', request.id));
    },
  });
  // JSON and forms only: no schema describes a plain-text body.
  app.removeContentTypeParser('text/plain');
  acceptJson(app);
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isApiCall(request)) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!isApiCall(request)) return;
    request.log.info({
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.session?.actor.id,
    });
  });
  const requests = new RequestMetrics();
  if (config.metrics) watch(app, requests, database, config.metrics);
  const limits = new RateLimits(config.rates);
  if (config.rates) shareRates(app, limits, config.rates, database);
  addLimits(app, limits);
  await addPlugins(app, config);
  await addDocuments(app);
  handleErrors(app, () => config.databaseUrl === undefined && isDiskFull(config.dataDir));
  await app.register(
    async (api) => {
      await addRoutes({
        app: api,
        database,
        config,
        tokens: new Tokens(tokenKey),
        limits,
        requests,
        held: new HeldAnswers(config.readers, database.pool.usage.most),
        isProven: async (session, password) => await isProven(database, session, password),
        door: tokenDoor(sessionFinder(database, config), limits),
        contactFields: async (scope) => await contactFields(await scope.reading()),
        served: new Set(),
      });
    },
    { prefix: '/api' },
  );
  await addStaticFiles(app, config, pageFlags(config));
  await app.ready();
  return app;
}

/** Finds the session for the token of a signed-in user or of a program. */
const sessionFinder = (database: Database, { adminScope }: Config) =>
  cachedSessions(
    async (token) =>
      (await findActor(database, token, adminScope)) ??
      (await findTokenActor(database, token, adminScope)) ??
      (await findServiceActor(database, token)),
    () => database.pool.coreChanges,
  );

/** Counts requests, exposes the pool's state, and logs slow statements with their request id. */
function watch(
  app: FastifyInstance,
  requests: RequestMetrics,
  { pool, replica }: Database,
  { slowStatement }: NonNullable<Config['metrics']>,
): void {
  requests.watch(app);
  showFigure('lms_database_connections', 'Connections for requests.', () => pool.usage.open);
  showFigure('lms_database_connections_max', 'Most connections for requests.', () => pool.usage.most);
  showFigure('lms_database_connections_in_use', 'Connections at work.', () => pool.usage.inUse);
  showFigure('lms_database_waiting', 'Requests that wait for a connection.', () => pool.usage.waiting);
  showFigure('lms_replica_ready', '1 while reads go to a replica.', () => Number(replica?.isReady ?? false));
  const tell = ({ text, ms }: SlowStatement) => {
    slowStatements.inc();
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, 2000);
    app.log.warn({ reqId: currentRequestId(), ms: Math.round(ms), statement }, 'a statement was slow');
  };
  for (const each of [pool, replica?.pool]) if (each) each.slow = { after: slowStatement, tell };
}

/** Fastify's timeouts for clients that send a request, or read the response, slowly. */
function arrival({ head, whole, silent }: Config['arrival']) {
  return {
    requestTimeout: whole,
    connectionTimeout: silent,
    http: { headersTimeout: head, connectionsCheckingInterval: Math.min(head, whole) / 4 },
  };
}

/**
 * Fastify's trusted-proxy setting. Fastify rejects a hop count because that trusts every caller; an operator
 * who sets a number has closed the port to everything but the proxy.
 */
function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

const pageFlags = (config: Config) => ({
  'data-sends-mail': config.sendMail !== undefined,
  'data-api-origins': config.apiOrigins,
  'data-trash-days': [String(retention().trash)],
  'data-password-length': [String(leastPasswordLength())],
  'data-takes-demo-requests': config.demoClient !== undefined,
});

/** Throws when an endpoint of the contract has no route. */
async function addRoutes(server: Server): Promise<void> {
  healthRoutes(server);
  metricsRoutes(server);
  const complete = completeSignIn(server);
  authRoutes(server, complete);
  companySignInRoutes(server, complete);
  scimTokenRoutes(server);
  await scimRoutes(server);
  ownSessionRoutes(server);
  passkeySignInRoutes(server);
  proofRoutes(server);
  accessTokenRoutes(server);
  serviceTokenRoutes(server);
  profileRoutes(server);
  secondFactorRoutes(server);
  passkeyRoutes(server);
  calendarFeedRoutes(server);
  userRoutes(server);
  roleRoutes(server);
  clientRoutes(server);
  fieldConfigurationRoutes(server);
  leadRoutes(server);
  searchRoutes(server);
  await leadImportRoutes(server);
  leadExportRoutes(server);
  leadHistoryRoutes(server);
  leadPageRoutes(server);
  callLogRoutes(server);
  phoneCallRoutes(server);
  leadMessageRoutes(server);
  contactDetailsRoutes(server);
  leadNoteRoutes(server);
  reminderRoutes(server);
  leadBulkRoutes(server);
  leadTrashRoutes(server);
  leadDuplicateRoutes(server);
  leadBoardRoutes(server);
  leadViewRoutes(server);
  leadVisibilityRoutes(server);
  workingHoursRoutes(server);
  messageTemplateRoutes(server);
  notificationRoutes(server);
  pushDeviceRoutes(server);
  operationRoutes(server);
  productRoutes(server);
  productCategoryRoutes(server);
  dashboardRoutes(server);
  reportRoutes(server);
  distributionRoutes(server);
  targetRoutes(server);
  absenceRoutes(server);
  apiKeyRoutes(server);
  webhookRoutes(server);
  sourceRoutes(server);
  await sourcePostRoutes(server);
  publicLeadRoutes(server);
  auditRoutes(server);
  backupRoutes(server);
  accessLinkRoutes(server);
  demoRequestRoutes(server);
  eventRoutes(server);
  const missing = ENDPOINTS.filter((endpoint) => !server.served.has(endpoint));
  if (missing.length > 0) {
    throw new Error(`No route serves ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}.`);
  }
}
