import type { Generated } from 'kysely';
import type { API_KEY_STATUSES } from '#shared/api-keys.ts';
import type { Instant, OptionalInstant } from '#server/db/column-types.ts';

/** A key of a website: what is stored instead of it, and where it may be used from. */
export type ApiKeyRow = {
  id: string;
  lineage: string;
  client_id: string;
  public_id: string;
  secret_hash: Buffer;
  last_four: string;
  allowed_origins: string[];
  status: Generated<(typeof API_KEY_STATUSES)[number]>;
  created_by: string | null;
  created_at: Instant;
  rotated_at: OptionalInstant;
  revoked_at: OptionalInstant;
  last_used_at: OptionalInstant;
};
