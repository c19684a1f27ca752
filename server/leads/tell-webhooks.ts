import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { WebhookEvent } from '#shared/webhooks.ts';
import { newIdFor } from '#server/db/new-id.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** Rows of one delivery at most: a step that changes thousands of leads is told in so many parts. */
const TOGETHER = 100;

/**
 * CTEs of a step that note for each active webhook of the event what it will be told. `rows` is a query with an `id`, and
 * `changed` where the event names changed fields. Costs the reading of a small table where nobody listens.
 */
export function tellWebhooks(
  { table }: Pick<ReadScope, 'table'>,
  event: WebhookEvent,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const webhooks = table('webhooks');
  const listens = sql`is_active AND ${event}::text = ANY(events)`;
  const now = sql`${new Date()}::timestamptz`;
  return sql`news AS MATERIALIZED (
      SELECT part, jsonb_agg(object) AS objects FROM (
        SELECT to_jsonb(told) AS object, (row_number() OVER () - 1) / ${TOGETHER}::int AS part FROM (${rows}) told
        WHERE EXISTS (SELECT 1 FROM ${webhooks} WHERE ${listens})
      ) parts GROUP BY part
    ), hooked AS (
      INSERT INTO ${table('webhook_deliveries')} (id, webhook_id, event, objects, next_attempt_at, created_at)
      SELECT ${newIdFor(sql`listener.id::text || ' ' || part::text`)}, listener.id, ${event}::text, objects, ${now}, ${now}
      FROM (SELECT id FROM ${webhooks} WHERE ${listens}) listener CROSS JOIN news
    )`;
}
