import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { WebhookEvent } from '#shared/webhooks.ts';
import { newId } from '#server/db/new-id.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** Rows of one delivery at most: a step that changes thousands of leads is told in so many parts. */
const TOGETHER = 100;

/**
 * The statement, as a part of a step, that notes for each active webhook of the event what it will be told. `rows` is a query
 * with an `id`, and `changed` where the event names changed fields. Costs the reading of a small table where nobody listens.
 */
export function tellWebhooks(
  { table }: Pick<ReadScope, 'table'>,
  event: WebhookEvent,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const listens = sql`is_active AND ${event}::text = ANY(events)`;
  return sql`INSERT INTO ${table('webhook_deliveries')} (id, webhook_id, event, objects)
    SELECT ${newId}, listener.id, ${event}::text, told.objects
    FROM (SELECT id FROM ${table('webhooks')} WHERE ${listens}) listener CROSS JOIN (
      SELECT jsonb_agg(object) AS objects FROM (
        SELECT to_jsonb(told) AS object, (row_number() OVER () - 1) / ${TOGETHER}::int AS part FROM (${rows}) told
        WHERE EXISTS (SELECT 1 FROM ${table('webhooks')} WHERE ${listens})
      ) parts GROUP BY part
    ) told`;
}
