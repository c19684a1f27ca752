import type { ColumnType, Generated } from 'kysely';
import type { DELIVERY_STATES, WebhookEvent } from '#shared/company/webhooks.ts';
import type { Instant, OptionalInstant } from './column-types.ts';

/** A webhook address; its secret is derived, and `secret_check` is the secret's digest. */
export type WebhookRow = {
  id: string;
  url: string;
  events: WebhookEvent[];
  is_active: Generated<boolean>;
  secret_version: Generated<number>;
  secret_check: Buffer;
  failing_since: OptionalInstant;
  off_reason: string | null;
  created_by: string | null;
  created_at: Instant;
};

/** A row that a delivery reports; for a changed lead, with the names of the changed fields. */
export type ToldObject = { id: string; changed?: string[] };

export type WebhookDeliveryRow = {
  id: string;
  webhook_id: string;
  event: string;
  objects: ColumnType<ToldObject[], string, string>;
  state: Generated<(typeof DELIVERY_STATES)[number]>;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  last_status: number | null;
  reason: string | null;
  created_at: Instant;
  ended_at: OptionalInstant;
};
