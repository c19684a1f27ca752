import type { Logger } from 'pino';
import { PORTALS } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { eachUnlessLost } from '#server/db/cluster/lost-node.ts';
import { asSender } from '#server/features/public-leads/take-enquiry.queries.ts';
import { leadgenId } from '#server/features/sources/portals/facebook.ts';
import { parseJson } from '#server/features/sources/read-payload.ts';
import { readGraphLead, readIndiaMart } from '#server/features/sources/read-portals.ts';
import { credentialOf, findSource } from '#server/features/sources/source-door.queries.ts';
import { forgetDeliveries } from '#server/features/sources/source-log.queries.ts';
import {
  claimPull,
  claimWaiting,
  hasWaiting,
  listToldClients,
  notePull,
  noteUnread,
} from '#server/features/sources/source-work.queries.ts';
import type { Pull, Waiting } from '#server/features/sources/source-work.queries.ts';
import { note, takeDelivery } from '#server/features/sources/take-delivery.queries.ts';
import { Jobs, failedJob } from '#server/jobs.ts';
import type { OutgoingLimits } from '#server/outside/outgoing.ts';
import { ANYWHERE, PUBLIC_INTERNET } from '#server/outside/outgoing-addresses.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * 60 * 60_000;

export type SourceJobLimits = {
  /** Timeout of a request to a portal, in milliseconds. */
  timeLimit: number;
  /** Seconds between attempts to read a lead; there is one attempt more than there are waits. */
  waits: readonly number[];
  /** Seconds between two requests with the same IndiaMART key, as its documentation demands. */
  pace: number;
  /** Milliseconds between two checks for unannounced work. */
  sweep: number;
};
const LIMITS: SourceJobLimits = {
  timeLimit: 20_000,
  waits: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR],
  pace: 5 * MINUTE,
  sweep: 30_000,
};
const NO_TOKEN = 'The page access token is missing. Enter it, then try again.';
const NO_KEY = 'The CRM key was restored from a backup and can’t be decrypted here. Enter it again.';
const SWITCHED_OFF = 'The source was switched off when this arrived.';

/**
 * Reads leads from portals, in every process of an installation at once: each delivery, and each source, is
 * reserved in the database before its portal is called. The returned function aborts current work, which will
 * be repeated.
 */
export function startSources(
  database: Database,
  { graph, indiaMart }: Config['portals'],
  log: Logger,
  limits: SourceJobLimits = LIMITS,
): () => Promise<void> {
  const jobs = new Jobs((error, name) => log.warn(error, failedJob(name)));
  const { leaving } = jobs;
  const outgoing = (base: string): At => ({
    base,
    // An address that the operator has set instead of the portal's own may be anywhere.
    reach: Object.values<string>(PORTALS).includes(base) ? PUBLIC_INTERNET : ANYWHERE,
    timeLimit: limits.timeLimit,
    leave: leaving,
  });
  const visit = async (clientId: string) => {
    const client = await findClient(database, clientId);
    if (!client?.isActive) return;
    while (!leaving.aborted && (await hasWaiting(database, client))) {
      const waiting = await claimWaiting(database, client, (2 * limits.timeLimit) / 1000);
      if (!waiting) return;
      await readLead(database, client, waiting, { ...outgoing(graph), waits: limits.waits });
    }
  };
  const readAll = async () => await eachUnlessLost(await listToldClients(database), visit);
  const pullAll = async () => {
    // A pull that nobody makes after its claim would be missing until the next one is due.
    const next = async () => (leaving.aborted ? undefined : await claimPull(database, limits.pace));
    for (let pull = await next(); pull; pull = await next())
      await pullEnquiries(database, pull, outgoing(indiaMart));
  };
  const unsubscribe = database.announcements.subscribe((said) => {
    if (said.type === 'missed') jobs.run('source-leads', readAll);
    if (said.type === 'changed' && said.kinds.includes('sources'))
      jobs.run('source-leads', async () => await visit(said.clientId));
  });
  jobs.every(limits.sweep, 'source-leads', readAll);
  jobs.every(limits.sweep, 'source-pull', pullAll);
  jobs.every(DAY, 'old-source-deliveries', async () => await forgetDeliveries(database, leaving));
  return async () => {
    unsubscribe();
    await jobs.stop();
  };
}

type At = OutgoingLimits & { base: string };

/** Reads the lead that a page's webhook announced, and processes it. */
async function readLead(
  database: Database,
  client: ClientRef,
  { id, source_id, received, attempts }: Waiting,
  { base, waits, ...outgoing }: At & { waits: readonly number[] },
): Promise<void> {
  const source = await findSource(database, source_id);
  const number = leadgenId(parseJson(received ?? '{}'));
  if (!source || !number)
    return await noteUnread(database, client, id, { reason: NO_TOKEN, wait: undefined });
  if (!source.is_active) {
    const scope = await asSender(database, client, source);
    const refused = { outcome: 'refused', reason: SWITCHED_OFF, lead_id: null, received } as const;
    await note(scope, source.id, { ...refused, id });
    return;
  }
  const { tokenKey } = database.installation;
  const token = credentialOf(tokenKey, source, 'page_token');
  if (!token) return await noteUnread(database, client, id, { reason: NO_TOKEN, wait: undefined });
  const appSecret = credentialOf(tokenKey, source, 'app_secret');
  const answer = await readGraphLead(base, number, { token, appSecret }, outgoing);
  if ('lead' in answer) {
    await takeDelivery(database, source, { part: answer.lead, id });
    return;
  }
  // This process aborted the attempt: another one, or this one after its restart, repeats it.
  if (outgoing.leave.aborted) return;
  const wait = answer.isFinal ? undefined : waits[attempts - 1];
  await noteUnread(database, client, id, { reason: answer.reason, wait });
}

/**
 * Reads a source's enquiries since the last time and processes each; an abort leaves the rest for the next
 * time.
 */
async function pullEnquiries(
  database: Database,
  { id, until }: Pull,
  { base, ...outgoing }: At,
): Promise<void> {
  const source = await findSource(database, id);
  const key = source && credentialOf(database.installation.tokenKey, source, 'crm_key');
  if (!source || !key) return await notePull(database, id, { outcome: NO_KEY, wait: HOUR });
  const { parts, ...pulled } = await readIndiaMart(base, key, until, outgoing);
  if (outgoing.leave.aborted) return;
  for (const part of parts) {
    await takeDelivery(database, source, { part, isRead: true });
    if (outgoing.leave.aborted) return;
  }
  await notePull(database, id, pulled);
}
