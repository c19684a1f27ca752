import type { GeneratedAlways } from 'kysely';
import type { Instant } from '#server/db/column-types.ts';

export type PasswordResetRow = { token_hash: Buffer; user_id: string; expires_at: Instant };

export type InvitationRow = {
  token_hash: Buffer;
  email: string;
  email_norm: string;
  role_id: string;
  client_id: string | null;
  invited_by: string;
  expires_at: Instant;
};

/** A change of the own e-mail that waits for its link to be opened; one per user. */
export type EmailChangeRow = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  email_norm: string;
  session_id: string;
  expires_at: Instant;
};

export type PublicRequestRow = { id: GeneratedAlways<number>; subject: Buffer; at: Instant };
