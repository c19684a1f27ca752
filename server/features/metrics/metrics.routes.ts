import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { metrics } from '#shared/installation/metrics.ts';
import { HttpError, Unauthenticated } from '#server/errors.ts';
import { countMessages } from '#server/features/notifications/deliveries.queries.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import { isOfThisMachine } from '#server/http/rates/own-machine.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { bearerOf } from '#server/http/sessions/token-door.ts';
import { processMetrics, showFigure } from '#server/metrics.ts';
import { figuresOfAll, isServing, shareFigures } from '#server/processes.ts';

/**
 * Node's own metrics are collected from the first request for metrics on, so they cost nothing if never read.
 */
let isCollecting = false;
function collectNodes(): void {
  if (!isCollecting) collectDefaultMetrics({ register: processMetrics });
  isCollecting = true;
}

export function metricsRoutes(server: Server): void {
  const { database, requests } = server;
  if (isServing) {
    collectNodes();
    shareFigures([processMetrics, requests.registry]);
  }
  // One look at the database for the figures of one response.
  let looking: ReturnType<typeof look> | undefined;
  const look = async () => await countMessages(database).catch(() => undefined);
  const found = async () =>
    await (looking ??= look().finally(() => setImmediate(() => (looking = undefined))));
  let mails = { waiting: 0, givenUp: 0 };
  const counted = async () => (mails = (await found()) ?? mails);
  showFigure('lms_database_up', '1 while the database answers.', async () => Number(!!(await found())));
  showFigure(
    'lms_mails_waiting',
    'Emails of the installation that will be sent.',
    async () => (await counted()).waiting,
  );
  showFigure(
    'lms_mails_given_up',
    'Emails of the last day that were refused too often.',
    async () => (await counted()).givenUp,
  );
  showFigure(
    'lms_mirror_clients_waiting',
    'Clients with changes that the mirror should have by now.',
    () => database.follower?.late ?? 0,
  );

  serve(server, metrics.read, async ({ request, reply }) => {
    await admit(server, request);
    collectNodes();
    const own = Registry.merge([processMetrics, requests.registry]);
    await reply.type(own.contentType).send(isServing ? await figuresOfAll() : await own.metrics());
    return SENT;
  });
}

/**
 * Admits a bearer of METRICS_TOKEN or, without that setting, a program on this machine. Throws 401, and 404
 * for everybody else.
 */
async function admit({ config, limits }: Server, request: FastifyRequest): Promise<void> {
  const token = config.metrics?.token;
  if (token === undefined) {
    if (isOfThisMachine(request)) return;
    throw new HttpError(404, 'not_found', 'There is nothing at this address.');
  }
  await limits.refuseSpent('deadTokens', callerAddress(request));
  if (isSame(bearerOf(request), token)) return;
  await limits.note('deadTokens', callerAddress(request));
  throw new Unauthenticated();
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
