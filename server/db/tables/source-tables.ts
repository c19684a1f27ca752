import type { ColumnType, Generated } from 'kysely';
import type { PhoneCall } from '#shared/activities/phone-calls.ts';
import type { Credential, Mapping, Outcome, SourceKind } from '#shared/company/sources.ts';
import type { Ring } from '#shared/activities/telephony.ts';
import type { Default, Instant, OptionalInstant } from './column-types.ts';

/**
 * Keys for a portal, encrypted with the installation's key; `secret` is the own secret of a telephony source, which its
 * requests name as the address for their events.
 */
export type SealedCredentials = Partial<Record<Credential | 'secret', string>>;

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
  /** Telephone systems only: whether unknown callers become leads, and click to call. */
  creates_leads: Generated<boolean>;
  ring: ColumnType<Ring | null, string | null | undefined, string | null>;
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
  /** The phone call that the delivery told of. */
  phone_call_id: ColumnType<string | null, string | null | undefined, string | null>;
};

/** A call as a telephone system tells it. */
export type PhoneCallRow = {
  id: string;
  source_id: string;
  provider_id: string;
  state: PhoneCall['state'];
  direction: PhoneCall['direction'];
  number: string | null;
  is_known: Generated<boolean>;
  agent_id: string | null;
  told: Default<string[]>;
  legs: ColumnType<Legs, string | undefined, string>;
  result: Default<CallResult | null>;
  seconds: Default<number | null>;
  recording: Default<string | null>;
  started_at: Instant;
  answered_at: OptionalInstant;
  ended_at: OptionalInstant;
  lead_id: Default<string | null>;
  call_log_id: Default<string | null>;
  is_logged: Generated<boolean>;
  reminder_id: Default<string | null>;
  /** The date that the follow-up had before the missed call moved it. */
  reminder_was: OptionalInstant;
  call_outcome: Default<string | null>;
  notes: Default<string | null>;
  created_at: Instant;
};

/** How a call, or one of the phones that rang, has ended. */
export type CallResult = 'answered' | 'missed' | 'busy' | 'voicemail';
/** Results of the phones that rang, by the telephone system's number of the leg. */
export type Legs = Record<string, { result?: CallResult; seconds?: number }>;

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
