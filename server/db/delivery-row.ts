import type { ColumnType, Generated } from 'kysely';
import type { Instant } from '#server/db/column-types.ts';

/** One message to one person, by ids alone: what it says is read when it is told. */
export type DeliveryRow = {
  id: string;
  user_id: string;
  client_id: string;
  kind: 'reminder' | 'digest' | 'weekly';
  channel: 'page' | 'mail';
  object_id: string;
  due_at: Instant;
  created_at: Instant;
  attempts: Generated<number>;
  not_before: Instant;
  done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};
