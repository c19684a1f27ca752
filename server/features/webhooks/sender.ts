import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { findClient, listActiveClients } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import { bodyOf } from '#server/features/webhooks/delivery-body.queries.ts';
import { post } from '#server/outside/outgoing.ts';
import { PUBLIC_INTERNET } from '#server/outside/outgoing-addresses.ts';
import type { Reach } from '#server/outside/outgoing-addresses.ts';
import {
  claimDelivery,
  forgetDeliveries,
  listClientsWithWebhooks,
  listWaiting,
  noteDelivered,
  noteFailed,
  switchOff,
} from '#server/features/webhooks/webhook-work.queries.ts';
import type { Claimed } from '#server/features/webhooks/webhook-work.queries.ts';
import { FOREIGN_SECRET } from '#server/features/webhooks/webhooks.queries.ts';
import { secretOf, signed } from '#server/features/webhooks/webhook-secret.ts';
import { Jobs, failedJob } from '#server/jobs.ts';

export type SenderLimits = {
  reach: Reach;
  /** Timeout of an attempt in milliseconds, from the DNS lookup to the response. */
  timeLimit: number;
  /** Seconds between attempts; there is one attempt more than there are waits. */
  waits: readonly number[];
  /** Milliseconds between two checks for deliveries waiting for another attempt. */
  sweep: number;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LIMITS: SenderLimits = {
  reach: PUBLIC_INTERNET,
  timeLimit: 10_000,
  waits: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR],
  sweep: 30_000,
};
/** Milliseconds: announcements in quick succession are handled in one check. */
const GATHER = 100;
const DAY = 24 * 60 * 60_000;

const GIVEN_UP = 'Nothing could be delivered for three days.';

/**
 * Sends deliveries, in every process of an installation at once: a delivery is reserved in the database
 * before it is sent. Each webhook has its own lane, which sends one delivery after another: a slow receiver
 * delays nobody else, and a failing one is left alone until the next check. The returned function aborts
 * current attempts, which will be repeated.
 */
export function startWebhooks(
  database: Database,
  log: Logger,
  limits: SenderLimits = LIMITS,
): () => Promise<void> {
  const clients = new Set<string>();
  /** Running lanes by webhook; true when there may be more deliveries since the lane's last check. */
  const lanes = new Map<string, boolean>();
  const jobs = new Jobs((error, name) => log.warn(error, failedJob(name)));
  const { leaving } = jobs;
  const lane = async (client: ClientRef, webhookId: string) => {
    lanes.set(webhookId, true);
    try {
      while (!leaving.aborted && lanes.get(webhookId)) {
        lanes.set(webhookId, false);
        let isMore = true;
        while (isMore && !leaving.aborted)
          isMore = await deliverNext(database, client, webhookId, { ...limits, leave: leaving });
      }
    } finally {
      lanes.delete(webhookId);
    }
  };
  const visit = async (clientId: string) => {
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    for (const id of await listWaiting(database, client))
      if (lanes.has(id)) lanes.set(id, true);
      else jobs.run('webhooks', async () => await lane(client, id));
  };
  const soon = (clientId: string) =>
    jobs.at(Date.now() + GATHER, clientId, 'webhooks', async () => await visit(clientId));
  const sweep = async () => {
    for (const id of await listClientsWithWebhooks(database)) clients.add(id);
    for (const id of clients) soon(id);
  };
  const unsubscribe = database.announcements.subscribe((said) => {
    if (said.type === 'missed') jobs.run('webhook-sweep', sweep);
    if (said.type !== 'changed') return;
    if (said.kinds.includes('webhooks')) clients.add(said.clientId);
    if (said.kinds.includes('deliveries') && clients.has(said.clientId)) soon(said.clientId);
  });
  jobs.every(limits.sweep, 'webhook-sweep', sweep);
  jobs.every(DAY, 'old-deliveries', async () => await forgetEverywhere(database, leaving));
  return async () => {
    unsubscribe();
    await jobs.stop();
  };
}

/** Deletes old deliveries of all clients, including those of inactive webhooks, until this process stops. */
async function forgetEverywhere(database: Database, leave: AbortSignal): Promise<void> {
  await eachUnlessLost(await listActiveClients(database), async ({ id }) => {
    if (leave.aborted) return;
    const client = await findClient(database, id);
    if (client) await forgetDeliveries(database, client);
  });
}

/** Sends a webhook's next delivery; false when there is none, or the attempt has failed. @internal */
export async function deliverNext(
  database: Database,
  client: ClientRef,
  webhookId: string,
  { waits, ...limits }: SenderLimits & { leave: AbortSignal },
): Promise<boolean> {
  const claimed = await claimDelivery(database, client, webhookId, (2 * limits.timeLimit) / 1000);
  if (!claimed) return false;
  const { secret_version: version, secret_check } = claimed;
  const of = { clientId: client.id, id: webhookId, version };
  const secret = secretOf(database.installation.tokenKey, of, secret_check);
  if (!secret) {
    await switchOff(database, client, webhookId, FOREIGN_SECRET);
    return false;
  }
  const body = await bodyOf(database, client, claimed);
  const { status, reason } = await post(claimed.url, body, headersOf(claimed, secret, body), limits);
  if (reason === null) {
    await noteDelivered(database, client, claimed, status);
    return true;
  }
  // This process aborted the attempt: another one, or this one after its restart, repeats it.
  if (limits.leave.aborted) return false;
  const wait = waits[claimed.attempts - 1];
  const isOver = await noteFailed(database, client, claimed, { status, reason, wait });
  if (isOver) await switchOff(database, client, webhookId, `${GIVEN_UP} ${reason}`);
  return false;
}

function headersOf({ id, event }: Claimed, secret: string, body: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'LMS-Webhooks',
    'x-lms-event': event,
    ...signed(secret, id, Math.floor(Date.now() / 1000), body),
  };
}
