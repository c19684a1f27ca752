import type { FastifyRequest } from 'fastify';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { DEMO_TIME_ZONE, isDemoSlot } from '#shared/installation/demo-slots.ts';
import { InvalidInput, NotFound, tryAgainIn } from '#server/errors.ts';
import { secondsToAsk } from '#server/features/access-links/public-requests.queries.ts';
import { createDemoLead, findDemoClient } from '#server/features/demo-requests/demo-requests.queries.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import { callerAddress } from '#server/http/rates/caller-address.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

type Booking = BodyOf<typeof demoRequests.create>;

/** Bookings per hour: from one address, and for the whole installation. */
const PER_ADDRESS = 5;
const IN_ALL = 100;

export function demoRequestRoutes(server: Server): void {
  const { database, config } = server;

  /** Throws 404 if no client takes bookings. */
  const demoClient = async () => {
    const client = config.demoClient && (await findDemoClient(database, config.demoClient));
    if (!client) throw new NotFound('Demo requests aren’t accepted here.');
    return client;
  };
  const door = async () => void (await demoClient());

  const book = async ({ body, request }: { body: Booking; request: FastifyRequest }) => {
    const client = await demoClient();
    // A bot that filled in the hidden field gets a normal response, which gives nothing away.
    if (body.website) return { data: {} };
    if (!isDemoSlot(new Date(body.starts_at), new Date(), DEMO_TIME_ZONE)) {
      throw new InvalidInput([{ field: 'starts_at', message: 'Please choose one of the times on offer.' }]);
    }
    const wait =
      (await secondsToAsk(database, `demo address ${callerAddress(request)}`, PER_ADDRESS)) ||
      (await secondsToAsk(database, 'demo', IN_ALL));
    if (wait > 0) throw tryAgainIn(wait, 'Too many bookings from here.');
    await createDemoLead(database, client, body, idempotencyKey(request));
    return { data: {} };
  };
  serve(server, demoRequests.create, book, door);
}
