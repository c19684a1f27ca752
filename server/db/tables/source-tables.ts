import type { ColumnType, Generated } from 'kysely';
import type { Credential, Mapping, Outcome, SourceKind } from '#shared/sources.ts';
import type { Instant, OptionalInstant } from './column-types.ts';

/** Keys for a portal, encrypted with the installation's key. */
export type SealedCredentials = Partial<Record<Credential, string>>;

/** A source of leads, with the hash of its secret. */
export type SourceRow = {
  id: string;
  client_id: string;
  kind: SourceKind;
  name: string;
  secret_hash: Buffer;
  credentials: ColumnType<SealedCredentials, string | undefined, string>;
  product_id: string | null;
  owner_id: string | null;
  lead_source: string | null;
  mapping: ColumnType<Mapping, string | undefined, string>;
  is_active: Generated<boolean>;
  pull_at: Instant;
  pulled_until: OptionalInstant;
  pulled_at: OptionalInstant;
  pull_outcome: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string | null;
  created_at: Instant;
};

/** A source's count of requests with a wrong secret. */
export type SourceRefusalRow = {
  source_id: string;
  wrong_secrets: Generated<number>;
  wrong_secret_at: Instant;
};

export type SourceDeliveryRow = {
  id: string;
  source_id: string;
  at: Instant;
  outcome: Outcome;
  reason: string | null;
  lead_id: string | null;
  received: string | null;
  attempts: Generated<number>;
  next_attempt_at: Instant;
};

/** The portal's own id of a lead that has arrived. */
export type SourceLeadRow = {
  id: string;
  source_id: string;
  portal_id: string;
  lead_id: string | null;
  at: Instant;
};

/** Rupees that the company spent on a source in the month that begins with this day. */
export type SourceCostRow = {
  source: string;
  month: string;
  cost: number;
  updated_by: string | null;
  updated_at: Instant;
};
