import { sql } from 'kysely';
import { DELIVERY_DAYS } from '#shared/company/webhooks.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { ToldObject } from '#server/db/tables/webhook-tables.ts';
import { webhookKeepers } from '#server/features/users/people-to-tell.queries.ts';
import { notifyPeople } from '#server/leads/changes/notify.ts';
import { giveUpWaiting } from '#server/features/webhooks/webhooks.queries.ts';

/** Days of nothing but failures after which the server switches a webhook off. */
const PATIENCE_DAYS = 3;

/** Clients with an active webhook: one statement over all clients. */
export async function listClientsWithWebhooks(database: Database): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    SELECT DISTINCT client_id FROM all_clients.webhooks WHERE is_active
  `.execute(database.allClients);
  return rows.map(({ client_id }) => client_id);
}

/** A client's active webhooks with a delivery that is due. */
export async function listWaiting(database: Database, client: ClientRef): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM ${sql.id(client.schema, 'webhooks')} w WHERE w.is_active AND EXISTS (
      SELECT 1 FROM ${sql.id(client.schema, 'webhook_deliveries')} d
      WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_attempt_at <= now())
  `.execute(database.client(client));
  return rows.map(({ id }) => id);
}

/** A delivery to send now, with its webhook. */
export type Claimed = {
  id: string;
  event: string;
  objects: ToldObject[];
  attempts: number;
  created_at: Date;
  webhook_id: string;
  url: string;
  secret_version: number;
  secret_check: Buffer;
};

/**
 * Reserves a webhook's next delivery for `hold` seconds: no other process sends it meanwhile, and if this one
 * dies, another takes over. Counts the attempt. Undefined when none is due.
 */
export async function claimDelivery(
  database: Database,
  client: ClientRef,
  webhookId: string,
  hold: number,
): Promise<Claimed | undefined> {
  const deliveries = sql.id(client.schema, 'webhook_deliveries');
  const { rows } = await sql<Claimed>`
    UPDATE ${deliveries} d SET attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${hold})
    FROM ${sql.id(client.schema, 'webhooks')} w
    WHERE w.id = d.webhook_id AND w.is_active AND d.id = (
      SELECT id FROM ${deliveries}
      WHERE webhook_id = ${webhookId}::uuid AND state = 'waiting' AND next_attempt_at <= now()
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING d.id, d.event, d.objects, d.attempts, d.created_at, w.id AS webhook_id, w.url, w.secret_version, w.secret_check
  `.execute(database.client(client));
  return rows[0];
}

/** Marks a delivery as delivered. */
export async function noteDelivered(
  database: Database,
  client: ClientRef,
  { id, webhook_id }: Claimed,
  status: number | null,
): Promise<void> {
  await sql`
    WITH told AS (
      UPDATE ${sql.id(client.schema, 'webhook_deliveries')}
      SET state = 'delivered', last_status = ${status}::int, reason = NULL, ended_at = now() WHERE id = ${id}::uuid
    ), well AS (
      UPDATE ${sql.id(client.schema, 'webhooks')} SET failing_since = NULL
      WHERE id = ${webhook_id}::uuid AND failing_since IS NOT NULL
    )
    SELECT 1
  `.execute(database.client(client));
}

export type Failed = {
  status: number | null;
  reason: string;
  /** Seconds until the next attempt; undefined when there is none. */
  wait: number | undefined;
};

/**
 * Records a failed attempt. Returns true when the webhook has failed for so long that it must be switched off:
 * with the last attempt of a delivery, since the failure before it may be days old.
 */
export async function noteFailed(
  database: Database,
  client: ClientRef,
  { id, webhook_id }: Claimed,
  { status, reason, wait }: Failed,
): Promise<boolean> {
  const isLast = wait === undefined;
  const endured = new Date(Date.now() - PATIENCE_DAYS * 24 * 60 * 60_000);
  const { rows } = await sql<{ is_over: boolean }>`
    WITH told AS (
      UPDATE ${sql.id(client.schema, 'webhook_deliveries')}
      SET last_status = ${status}::int, reason = ${reason}::text,
        next_attempt_at = now() + make_interval(secs => ${wait ?? 0}),
        state = CASE WHEN ${isLast}::boolean THEN 'failed' ELSE state END,
        ended_at = CASE WHEN ${isLast}::boolean THEN ${new Date()}::timestamptz END
      WHERE id = ${id}::uuid AND state = 'waiting'
    ), ill AS (
      UPDATE ${sql.id(client.schema, 'webhooks')} SET failing_since = coalesce(failing_since, ${new Date()}::timestamptz)
      WHERE id = ${webhook_id}::uuid AND is_active
      RETURNING ${isLast}::boolean AND failing_since < ${endured}::timestamptz AS is_over
    )
    SELECT is_over FROM ill
  `.execute(database.client(client));
  return rows[0]?.is_over ?? false;
}

/**
 * Switches a webhook off, for a reason shown on its page, cancels its pending deliveries, and notifies those
 * responsible for it.
 */
export async function switchOff(
  database: Database,
  client: ClientRef,
  webhookId: string,
  reason: string,
): Promise<void> {
  const webhook = await database
    .client(client)
    .selectFrom('webhooks')
    .select('created_by')
    .where('id', '=', webhookId)
    .executeTakeFirst();
  const keepers = await webhookKeepers(database, client.id, webhook?.created_by ?? null);
  await database
    .client(client)
    .transaction()
    .execute(async (db) => {
      const switched = await db
        .updateTable('webhooks')
        .set({ is_active: false, off_reason: reason })
        .where('id', '=', webhookId)
        .where('is_active', '=', true)
        .returning('id')
        .executeTakeFirst();
      if (!switched) return;
      await giveUpWaiting({ db }, webhookId);
      const notices = keepers.map((user_id) => ({ user_id, webhook_id: webhookId }));
      const table = (name: string) => sql.id(client.schema, name);
      await notifyPeople({ db, table, stored: table }, 'webhook', notices);
    });
}

/** Deletes a client's deliveries older than 30 days, and those of deleted webhooks. */
export async function forgetDeliveries(database: Database, client: ClientRef): Promise<void> {
  const deliveries = sql.id(client.schema, 'webhook_deliveries');
  await sql`DELETE FROM ${deliveries} d WHERE d.created_at < now() - make_interval(days => ${DELIVERY_DAYS})
    OR NOT EXISTS (SELECT 1 FROM ${sql.id(client.schema, 'webhooks')} w WHERE w.id = d.webhook_id)`.execute(
    database.client(client),
  );
}
