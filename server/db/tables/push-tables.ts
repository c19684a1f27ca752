import type { Generated } from 'kysely';
import type { Instant, OptionalInstant } from './column-types.ts';

/** A browser that shows notifications while no page is open; it ends with its session. */
export type PushDeviceRow = {
  id: string;
  user_id: string;
  session_id: string;
  endpoint_hash: Buffer;
  /** Address and keys, sealed. */
  subscription: string;
  label: string;
  created_at: Instant;
  seen_at: Instant;
  last_sent_at: OptionalInstant;
};

/** The columns of a user about pushes. */
export type PushChoiceColumns = {
  push_names: Generated<boolean>;
  push_without: Generated<string[]>;
};
