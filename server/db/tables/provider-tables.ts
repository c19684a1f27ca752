import type { Generated } from 'kysely';
import type { Newcomers, ProvidedRole } from '#shared/accounts/company-sign-in.ts';
import type { Instant, OptionalInstant } from './column-types.ts';

/** A client's own sign-in provider. */
export type ProviderRow = {
  client_id: string;
  name: string;
  issuer: string;
  app_id: string;
  /** Sealed with the installation's key. */
  secret: string | null;
  newcomers: Newcomers;
  role: ProvidedRole;
  role_claim: string | null;
  admin_value: string | null;
  manager_value: string | null;
  salesrep_value: string | null;
  is_only: boolean;
  asks_factor: boolean;
};

export type ProviderDomainRow = { domain: string; client_id: string };

/** A user's account at a provider. */
export type ProviderPersonRow = {
  client_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Instant;
};

/** A sign-in under way; `user_id` or `failure` is its outcome once the browser has come back. */
export type ProviderSignInRow = {
  browser_hash: Buffer;
  client_id: string;
  issuer: string;
  expires_at: Instant;
  answered_at: OptionalInstant;
  user_id: Generated<string | null>;
  provider_session: Generated<string | null>;
  has_factor: Generated<boolean>;
  failure: Generated<string | null>;
};

export type ProviderLogoutRow = { client_id: string; token_hash: Buffer; expires_at: Instant };

/** A client's token for SCIM; one at a time. */
export type ScimTokenRow = {
  client_id: string;
  id: string;
  public_id: string;
  secret_hash: Buffer;
  last_four: string;
  created_at: Instant;
  last_used_at: OptionalInstant;
};

/** A user as a client's directory knows them; `removed_at`: it has deleted the user. */
export type ScimUserRow = {
  client_id: string;
  user_id: string;
  external_id: string | null;
  user_name: string | null;
  changed_at: Instant;
  removed_at: OptionalInstant;
};
