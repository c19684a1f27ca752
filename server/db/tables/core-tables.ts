import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { TOKEN_SCOPES } from '#shared/accounts/access-tokens.ts';
import type { API_KEY_STATUSES } from '#shared/accounts/api-keys.ts';
import type { AuditLine } from '#shared/accounts/audit.ts';
import type { ContactsShown, Exporters, Visibility } from '#shared/leads/lead-visibility.ts';
import type { FactorRule } from '#shared/accounts/second-factor.ts';
import type { WhoseDay } from '#shared/activities/whose-day.ts';
import type {
  ProviderDomainRow,
  ProviderLogoutRow,
  ProviderPersonRow,
  ProviderRow,
  ProviderSignInRow,
  ScimTokenRow,
  ScimUserRow,
} from './provider-tables.ts';
import type { PushChoiceColumns, PushDeviceRow } from './push-tables.ts';
import type { SourceRefusalRow, SourceRow } from './source-tables.ts';
import type { Instant, OptionalInstant } from './column-types.ts';

type InstallationRow = { id: string; app_role: string; all_role: string; created_at: Instant };
type MigrationRow = { name: string; applied_at: Instant };
type RoleRow = { id: string; name: string; description: string; is_active: Generated<boolean> };

export type ClientRow = {
  id: string;
  client_name: string;
  schema_name: string;
  role_name: string;
  is_active: Generated<boolean>;
  subscription_start_date: string | null;
  subscription_end_date: string | null;
  amount_paid: number | null;
  time_zone: Generated<string>;
  country: Generated<string>;
  /** The month in which the financial year begins, 1 to 12. */
  year_begins: Generated<number>;
  /** The last day, in the client's calendar, whose morning messages have been created. */
  digested_on: ColumnType<string | null, string | null | undefined, string | null>;
  version: string;
  managers_see: Generated<Visibility>;
  salesreps_see: Generated<Visibility>;
  hints_of_colleagues: Generated<boolean>;
  /** The users who may export leads. */
  exports_by: Generated<Exporters>;
  salesrep_contacts: Generated<ContactsShown>;
  /** The users who need a second factor, and from which day in the client's calendar. */
  second_factor_for: Generated<FactorRule>;
  second_factor_from: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * Set while the client is being removed and therefore inactive: the state to restore if the removal fails.
   */
  active_before_removal: Generated<boolean | null>;
  created_at: Instant;
};

type UserRow = PushChoiceColumns & {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_norm: string;
  password_hash: string;
  role_id: string;
  client_id: string | null;
  /** The manager, in the same client; a team is a user and everybody below. */
  manager_id: string | null;
  phone: string | null;
  date_of_birth: string | null;
  is_active: Generated<boolean>;
  created_by: string | null;
  created_users: Generated<number>;
  notify_email: Generated<boolean>;
  notify_reminders: Generated<boolean>;
  notify_weekly: Generated<boolean>;
  notify_leads: Generated<boolean>;
  whose_day: ColumnType<WhoseDay | null, WhoseDay | null | undefined, WhoseDay | null>;
  /** Since when the user signs in with a second factor. */
  second_factor_since: OptionalInstant;
  /** The user may use a password although the company signs in only by its provider. */
  keeps_password: Generated<boolean>;
  /** The number or extension at which a telephone system reaches the user. */
  agent_number: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Instant;
};

type AuditRow = {
  id: GeneratedAlways<number>;
  at: Instant;
  request_id: string | null;
  actor_id: string | null;
  actor_role: string | null;
  client_id: string | null;
  action: string;
  object_id: string | null;
  details: ColumnType<AuditLine['details'], string | null, string | null>;
  address: string | null;
};

type SessionRow = {
  id: string;
  user_id: string;
  access_hash: Buffer;
  previous_access_hash: Buffer | null;
  access_expires_at: Instant;
  refresh_counter: Generated<number>;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  rotated_at: Instant;
  /** Whether the current pair has been presented. Until then the previous one works: the response may be lost. */
  is_presented: Generated<boolean>;
  idle_expires_at: Instant;
  expires_at: Instant;
  created_at: Instant;
  /** A readable browser and system; null for sessions created before this was stored. */
  device: string | null;
  /** The address that requested the last token. */
  address: string | null;
  /** When the user last proved who they are: by the sign-in, or by password or passkey since. */
  proven_at: Instant;
  /** The client whose provider signed the user in, its name for the session, and whether it asked for a second factor. */
  provider_of: Generated<string | null>;
  provider_session: Generated<string | null>;
  factor_at_provider: Generated<boolean>;
};

type AuthenticatorAppRow = {
  id: string;
  user_id: string;
  name: string;
  secret: string;
  last_step: Generated<number>;
  created_at: Instant;
  confirmed_at: OptionalInstant;
  last_used_at: OptionalInstant;
};

type PasskeyRow = {
  id: string;
  user_id: string;
  relying_party: string;
  credential_id: string;
  name: string;
  public_key: Buffer;
  sign_count: ColumnType<string, number, number>;
  transports: string[];
  created_at: Instant;
  last_used_at: OptionalInstant;
};
type AnsweredChallengeRow = { challenge_hash: Buffer; expires_at: Instant };

type RecoveryCodeRow = { user_id: string; code_hash: Buffer };
type TrustedDeviceRow = { user_id: string; device_hash: Buffer; expires_at: Instant };

type CalendarFeedRow = {
  user_id: string;
  public_id: string;
  secret_hash: Buffer;
  names_leads: boolean;
  created_at: Instant;
  last_read_at: OptionalInstant;
};

type SignInAttemptRow = {
  id: GeneratedAlways<number>;
  account: Buffer;
  address: string;
  failed: boolean;
  at: Instant;
};

type PasswordResetRow = { token_hash: Buffer; user_id: string; expires_at: Instant };

type InvitationRow = {
  id: Generated<string>;
  token_hash: Buffer;
  email: string;
  email_norm: string;
  role_id: string;
  client_id: string | null;
  invited_by: string;
  expires_at: Instant;
};

/** A change of a user's own email that awaits confirmation by link; one per user. */
type EmailChangeRow = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  email_norm: string;
  session_id: string;
  expires_at: Instant;
};

type PublicRequestRow = { id: GeneratedAlways<number>; subject: Buffer; at: Instant };

type AccessTokenRow = {
  id: string;
  user_id: string;
  name: string;
  scope: (typeof TOKEN_SCOPES)[number];
  client_id: string | null;
  public_id: string;
  secret_hash: Buffer;
  last_four: string;
  created_at: Instant;
  expires_at: OptionalInstant;
  last_used_at: OptionalInstant;
};

/** A token of a client's own program; valid while `removed_at` is null. */
type ServiceTokenRow = Omit<AccessTokenRow, 'user_id' | 'client_id'> & {
  client_id: string;
  created_by: string | null;
  removed_at: OptionalInstant;
};

/** A website's API key: its hash, and the origins that may use it. */
type ApiKeyRow = {
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

/** One message to one user, stored as ids; its content is read when the message is sent. */
export type DeliveryRow = {
  id: string;
  user_id: string;
  client_id: string;
  kind: 'reminder' | 'digest' | 'weekly' | 'lead';
  channel: 'page' | 'mail' | 'push';
  /** The device of a push. */
  device_id: ColumnType<string | null, string | null | undefined, never>;
  object_id: string;
  due_at: Instant;
  created_at: Instant;
  attempts: Generated<number>;
  not_before: Instant;
  done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** The response to a call with an Idempotency-Key; null while the call runs. */
type KeptAnswerRow = {
  user_id: string;
  operation: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  answer: string | null;
  created_at: Instant;
};

/** The tables of `core`, reachable only through `system-scope.ts`. */
export type CoreTables = {
  'core.installation': InstallationRow;
  'core.migrations': MigrationRow;
  'core.roles': RoleRow;
  'core.clients': ClientRow;
  'core.users': UserRow;
  'core.sessions': SessionRow;
  'core.authenticator_apps': AuthenticatorAppRow;
  'core.passkeys': PasskeyRow;
  'core.answered_challenges': AnsweredChallengeRow;
  'core.recovery_codes': RecoveryCodeRow;
  'core.trusted_devices': TrustedDeviceRow;
  'core.calendar_feeds': CalendarFeedRow;
  'core.push_devices': PushDeviceRow;
  'core.sign_in_attempts': SignInAttemptRow;
  'core.password_resets': PasswordResetRow;
  'core.email_changes': EmailChangeRow;
  'core.invitations': InvitationRow;
  'core.public_requests': PublicRequestRow;
  'core.audit': AuditRow;
  'core.access_tokens': AccessTokenRow;
  'core.service_tokens': ServiceTokenRow;
  'core.api_keys': ApiKeyRow;
  'core.deliveries': DeliveryRow;
  'core.sources': SourceRow;
  'core.source_refusals': SourceRefusalRow;
  'core.kept_answers': KeptAnswerRow;
  'core.providers': ProviderRow;
  'core.provider_domains': ProviderDomainRow;
  'core.provider_people': ProviderPersonRow;
  'core.provider_sign_ins': ProviderSignInRow;
  'core.provider_logouts': ProviderLogoutRow;
  'core.scim_tokens': ScimTokenRow;
  'core.scim_users': ScimUserRow;
};
