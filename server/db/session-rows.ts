import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from '#server/db/column-types.ts';

export type SessionRow = {
  id: string;
  user_id: string;
  access_hash: Buffer;
  previous_access_hash: Buffer | null;
  access_expires_at: Instant;
  refresh_counter: Generated<number>;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  rotated_at: Instant;
  idle_expires_at: Instant;
  expires_at: Instant;
  created_at: Instant;
  /** Browser and system in words; null for sessions of before this was kept. */
  device: string | null;
  /** Where the last token was asked from. */
  address: string | null;
};

export type SignInAttemptRow = {
  id: GeneratedAlways<number>;
  account: Buffer;
  address: string;
  failed: boolean;
  at: Instant;
};
