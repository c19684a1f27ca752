import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { WebhookEvent } from '#shared/company/webhooks.ts';
import { newIdFor } from '#server/db/sql/new-id.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** The maximum number of rows per delivery: a change of thousands of leads is split into several. */
const TOGETHER = 100;

/**
 * CTEs that create deliveries for each active webhook of the event. `rows` is a query with an `id`, and with
 * `changed` if the event lists changed fields. Without such a webhook, this only costs reading a small table.
 */
export function queueWebhooks(
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
