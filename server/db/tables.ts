import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AuditLine } from '#shared/audit.ts';
import type { CustomValues } from '#shared/custom-fields.ts';
import type { CHANGE_KINDS, CHANGE_VIAS } from '#shared/lead-history.ts';
import type { OPERATION_KINDS } from '#shared/operations.ts';
import type {
  EmailChangeRow,
  InvitationRow,
  PasswordResetRow,
  PublicRequestRow,
} from '#server/db/access-link-tables.ts';
import type { ApiKeyRow } from '#server/db/api-key-row.ts';
import type { ConfigurationRow } from '#server/db/configuration-row.ts';
import type { DeliveryRow } from '#server/db/delivery-row.ts';
import type { Instant, OptionalInstant } from '#server/db/column-types.ts';
import type { SessionRow, SignInAttemptRow } from '#server/db/session-rows.ts';

export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type ChangeVia = (typeof CHANGE_VIAS)[number];
export type OperationKind = (typeof OPERATION_KINDS)[number];

export type InstallationRow = { id: string; app_role: string; all_role: string; created_at: Instant };
export type MigrationRow = { name: string; applied_at: Instant };
export type RoleRow = { id: string; name: string; description: string; is_active: Generated<boolean> };

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
  /** The last day, by the client's calendar, whose morning messages have been made. */
  digested_on: ColumnType<string | null, string | null | undefined, string | null>;
  version: string;
  /** Set while the client is being removed, and hence inactive: what a removal that fails puts back. */
  active_before_removal: Generated<boolean | null>;
  created_at: Instant;
};

export type UserRow = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_norm: string;
  password_hash: string;
  role_id: string;
  client_id: string | null;
  phone: string | null;
  date_of_birth: string | null;
  is_active: Generated<boolean>;
  created_by: string | null;
  created_users: Generated<number>;
  notify_email: Generated<boolean>;
  notify_reminders: Generated<boolean>;
  notify_weekly: Generated<boolean>;
  created_at: Instant;
};

export type AuditRow = {
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

/** What `system-scope.ts` alone reaches. */
export type CoreTables = {
  'core.installation': InstallationRow;
  'core.migrations': MigrationRow;
  'core.roles': RoleRow;
  'core.clients': ClientRow;
  'core.users': UserRow;
  'core.sessions': SessionRow;
  'core.sign_in_attempts': SignInAttemptRow;
  'core.password_resets': PasswordResetRow;
  'core.email_changes': EmailChangeRow;
  'core.invitations': InvitationRow;
  'core.public_requests': PublicRequestRow;
  'core.audit': AuditRow;
  'core.api_keys': ApiKeyRow;
  'core.deliveries': DeliveryRow;
};

export type MemberRow = {
  id: string;
  name: string;
  email: string;
  is_active: Generated<boolean>;
  belongs: Generated<boolean>;
};

export type LeadRow = {
  id: string;
  version: Generated<number>;
  name: string;
  email: string | null;
  phone: string | null;
  company_name: string | null;
  designation: string | null;
  status: Generated<string>;
  source: string | null;
  interest_level: string | null;
  value: number | null;
  budget: number | null;
  product_id: string | null;
  assigned_to: string | null;
  next_followup_date: OptionalInstant;
  lead_score: Generated<number>;
  location: string | null;
  address: string | null;
  preferred_contact_time: string | null;
  communication_channel: string | null;
  age: Generated<number>;
  gender: string | null;
  description: string | null;
  notes: string | null;
  tags: Generated<string[]>;
  campaign_id: string | null;
  form_id: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  call_status: Generated<string>;
  last_contacted_at: OptionalInstant;
  converted_at: OptionalInstant;
  is_duplicate: Generated<boolean>;
  is_archived: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: OptionalInstant;
  deleted_by: string | null;
  email_norm: string | null;
  phone_norm: string | null;
  search_text: GeneratedAlways<string>;
  /** What it holds in the client's own fields, by name; of removed ones too. */
  custom: ColumnType<CustomValues, string | undefined, string>;
};

export type LeadTotalRow = {
  status: string;
  source: string | null;
  assigned_to: string | null;
  is_archived: boolean;
  is_duplicate: boolean;
  leads: number;
  value: number;
};
export type LeadDayRow = { day: string; is_archived: boolean; is_duplicate: boolean; leads: number };

export type ProductCategoryRow = { id: string; name: string; created_at: Instant };
export type ProductRow = {
  id: string;
  version: Generated<number>;
  name: string;
  sku: string | null;
  description: string | null;
  category_id: string | null;
  price: number | null;
  currency: Generated<string>;
  is_active: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: OptionalInstant;
};

export type CallLogRow = {
  id: string;
  lead_id: string;
  user_id: string | null;
  called_by: string | null;
  call_date: Instant;
  call_type: string;
  call_status: string;
  call_outcome: string | null;
  duration: number;
  notes: string | null;
  created_at: Instant;
};

export type ReminderRow = {
  id: string;
  version: Generated<number>;
  lead_id: string;
  user_id: string | null;
  title: string;
  description: string | null;
  reminder_date: Instant;
  is_completed: Generated<boolean>;
  completed_at: OptionalInstant;
  created_at: Instant;
  updated_at: Instant;
  /** Made by a lead's follow-up date alone: no words of anybody. */
  is_automatic: Generated<boolean>;
  /** The date it was last told of; another one is still to come. */
  fired_for: OptionalInstant;
};

export type IdempotencyRow = {
  user_id: string;
  operation: string;
  key: string;
  fingerprint: Buffer;
  response: string;
  created_at: Instant;
};

export type LeadImportRow = {
  id: string;
  file_hash: Buffer;
  imported_by: string | null;
  inserted: number;
  updated: number;
  skipped: number;
  failed: number;
  created_at: Instant;
};

export type OperationRow = {
  id: string;
  kind: OperationKind;
  at: Instant;
  user_id: string | null;
  leads: number;
  summary: string;
  details: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  undone_at: OptionalInstant;
  undone_by: string | null;
};

/** Columns of a lead as they were, by name. */
export type LeadBefore = Record<string, unknown>;
export type OperationLeadRow = {
  operation_id: string;
  lead_id: string;
  version: number;
  before: ColumnType<LeadBefore | null, string | null, string | null>;
};

export type LeadEventRow = {
  id: string;
  lead_id: string;
  at: Instant;
  user_id: string | null;
  kind: ChangeKind;
  via: ChangeVia;
  operation_id: string | null;
  changes: ColumnType<Record<string, [unknown, unknown]> | null, string | null | undefined, string | null>;
};

/** The tables of one client's schema; the same names exist as views over all clients, with `client_id`. */
export type ClientTables = {
  members: MemberRow;
  leads: LeadRow;
  lead_totals: LeadTotalRow;
  lead_days: LeadDayRow;
  products: ProductRow;
  product_categories: ProductCategoryRow;
  call_logs: CallLogRow;
  reminders: ReminderRow;
  idempotency_keys: IdempotencyRow;
  lead_imports: LeadImportRow;
  operations: OperationRow;
  operation_leads: OperationLeadRow;
  lead_events: LeadEventRow;
  configurations: ConfigurationRow;
};
