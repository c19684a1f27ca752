import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf, QueryOf } from '#shared/protocol/endpoint.ts';
import { MAX_WEBHOOKS, TEST_EVENT } from '#shared/company/webhooks.ts';
import type { Webhook, webhooks } from '#shared/company/webhooks.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import { pageOf, readPage } from '#server/db/sql/paginate.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { INTERNAL } from '#server/outside/outgoing.ts';
import { PUBLIC_INTERNET, leadsInside } from '#server/outside/outgoing-addresses.ts';
import { secretCheck, webhookSecret } from '#server/features/webhooks/webhook-secret.ts';

export const UNKNOWN_WEBHOOK = 'This webhook does not exist.';
const UNKNOWN_DELIVERY = 'This delivery does not exist.';
const IS_OFF = 'This webhook is switched off. Switch it on first.';
/** The message shown for a webhook that was restored from a backup and cannot sign here. */
export const FOREIGN_SECRET = 'This webhook came with a backup. Replace its secret to switch it on again.';
const SWITCHED_OFF = 'The webhook was switched off before this could be sent.';

/** A page of these clients' webhooks. */
export async function listWebhooks(scope: ReadScope, query: QueryOf<typeof webhooks.list>) {
  const { page, limit } = query;
  const { rows } = await sql<Omit<Webhook, 'version'> & { counted: number }>`
    SELECT webhooks.*, creator.name AS created_by_name, ${scope.clientId('webhooks')} AS "clientId",
      (SELECT count(*)::int FROM ${scope.table('webhooks')}) AS counted
    FROM ${scope.table('webhooks')} webhooks
    LEFT JOIN ${scope.table('members')} creator ON creator.id = webhooks.created_by
    ORDER BY webhooks.created_at DESC, webhooks.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(scope.db);
  const list = rows.map((row) => ({ ...row, version: versioned(row).version }));
  return { data: { webhooks: list }, pagination: pageOf(query, rows[0]?.counted ?? 0) };
}

/** The properties that an edit can change, with their version. */
const versioned = ({ url, events, is_active }: Pick<Webhook, 'url' | 'events' | 'is_active'>) =>
  withVersion({ url, events, is_active });

type Made = { id: string; secret: string };

/**
 * Creates a webhook; returns its secret, which is never shown again. Throws 422 for an internal address, 409
 * when there are too many webhooks.
 */
export async function createWebhook(
  scope: ClientScope,
  installationKey: string,
  { url, events }: BodyOf<typeof webhooks.create>,
): Promise<Made> {
  assertOutside(url);
  const id = uuidv7();
  const secret = webhookSecret(installationKey, { clientId: scope.client.id, id, version: 1 });
  await scope.transaction(async ({ db }) => {
    // Concurrent calls run one at a time, so that none exceeds the limit.
    await takeTurn(db, `webhooks ${scope.client.id}`);
    const { had } = await db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<number>().as('had'))
      .executeTakeFirstOrThrow();
    if (had >= MAX_WEBHOOKS)
      throw new Conflict(`A client can have ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    await db
      .insertInto('webhooks')
      .values({
        id,
        url,
        events: [...new Set(events)],
        secret_check: secretCheck(secret),
        off_reason: null,
        created_by: scope.user.id,
      })
      .execute();
  });
  return { id, secret };
}

/** Throws 422 for a URL that is evidently internal. */
function assertOutside(url: string): void {
  if (leadsInside(new URL(url), PUBLIC_INTERNET))
    throw new InvalidInput([{ field: 'url', message: INTERNAL }]);
}

/**
 * Changes the sent properties. Switching off cancels waiting deliveries; switching on resets the webhook.
 * Throws 404, 412, 422 like `createWebhook`, and 409 for a webhook from a backup whose secret was not
 * replaced.
 */
export async function updateWebhook(
  scope: ClientScope,
  id: string,
  { url, events, is_active, version }: BodyOf<typeof webhooks.update>,
): Promise<{ id: string }> {
  if (url !== undefined) assertOutside(url);
  await scope.transaction(async (inside) => {
    const webhook = await lockWebhook(inside, id);
    assertSeen(version, { id, ...versioned(webhook) });
    if (is_active === true && webhook.off_reason === FOREIGN_SECRET) throw new Conflict(FOREIGN_SECRET);
    const isOther = is_active !== undefined && is_active !== webhook.is_active;
    await inside.db
      .updateTable('webhooks')
      .set({
        url: url ?? webhook.url,
        events: events ? [...new Set(events)] : webhook.events,
        ...(isOther && { is_active, off_reason: null, failing_since: null }),
        ...(url !== undefined && url !== webhook.url && { failing_since: null }),
      })
      .where('id', '=', id)
      .execute();
    if (isOther && !is_active) await giveUpWaiting(inside, id);
  });
  return { id };
}

/** Locks a webhook for a change. Throws 404. */
async function lockWebhook({ db }: ClientScope, id: string) {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_WEBHOOK);
  return row;
}

/** Cancels the pending deliveries of a webhook that was switched off; each can be sent again by hand. */
export async function giveUpWaiting({ db }: Pick<ClientScope, 'db'>, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', reason: SWITCHED_OFF, ended_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes a webhook with its deliveries; returns its URL. Throws 404. */
export async function removeWebhook(scope: ClientScope, id: string): Promise<{ url: string }> {
  return await scope.transaction(async ({ db }) => {
    const gone = await db.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst();
    if (!gone) throw new NotFound(UNKNOWN_WEBHOOK);
    await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
    return gone;
  });
}

/**
 * Gives a webhook a new secret and returns it; it is never shown again. A webhook from a backup may then be
 * switched on again. Throws 404.
 */
export async function replaceSecret(scope: ClientScope, installationKey: string, id: string): Promise<Made> {
  return await scope.transaction(async (inside) => {
    const { secret_version, off_reason } = await lockWebhook(inside, id);
    const version = secret_version + 1;
    const secret = webhookSecret(installationKey, { clientId: scope.client.id, id, version });
    const values = { secret_version: version, secret_check: secretCheck(secret) };
    await inside.db
      .updateTable('webhooks')
      .set({ ...values, off_reason: off_reason === FOREIGN_SECRET ? null : off_reason })
      .where('id', '=', id)
      .execute();
    return { id, secret };
  });
}

/**
 * Creates a test delivery without rows, which is sent at once. Throws 404, and 409 for a webhook that is
 * switched off.
 */
export async function testWebhook(scope: ClientScope, id: string): Promise<{ delivery_id: string }> {
  return await scope.transaction(async (inside) => {
    const { is_active } = await lockWebhook(inside, id);
    if (!is_active) throw new Conflict(IS_OFF);
    const delivery_id = uuidv7();
    const empty = { objects: '[]', last_status: null, reason: null };
    await inside.db
      .insertInto('webhook_deliveries')
      .values({ id: delivery_id, webhook_id: id, event: TEST_EVENT, ...empty })
      .execute();
    return { delivery_id };
  });
}

/** A page of a webhook's deliveries. Throws 404. */
export async function listDeliveries(
  { db }: ReadScope,
  webhookId: string,
  query: QueryOf<typeof webhooks.deliveries>,
) {
  const ordered = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const [webhook, { rows, pagination }] = await Promise.all([
    db.selectFrom('webhooks').select('id').where('id', '=', webhookId).executeTakeFirst(),
    readPage(ordered, query),
  ]);
  if (!webhook) throw new NotFound(UNKNOWN_WEBHOOK);
  const deliveries = rows.map((row) => ({
    ...row,
    objects: row.objects.length,
    next_attempt_at: row.state === 'waiting' ? row.next_attempt_at : null,
  }));
  return { data: { deliveries }, pagination };
}

/**
 * Sends a delivery again, with all its attempts available again. Throws 404, and 409 for a webhook that is
 * switched off.
 */
export async function sendAgain(
  scope: ClientScope,
  id: string,
  deliveryId: string,
): Promise<{ delivery_id: string }> {
  return await scope.transaction(async (inside) => {
    const { is_active } = await lockWebhook(inside, id);
    const found = await inside.db
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: sql<Date>`now()`, ended_at: null })
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!found) throw new NotFound(UNKNOWN_DELIVERY);
    if (!is_active) throw new Conflict(IS_OFF);
    return { delivery_id: deliveryId };
  });
}
