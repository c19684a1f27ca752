import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CustomValues } from '#shared/custom-fields.ts';
import type { LeadFilters } from '#shared/leads.ts';
import type { CHANGE_KINDS, CHANGE_VIAS } from '#shared/lead-history.ts';
import type { NotificationKind } from '#shared/notifications.ts';
import type { OPERATION_KINDS } from '#shared/operations.ts';
import type { SourceCostRow, SourceDeliveryRow, SourceLeadRow } from '#server/db/source-tables.ts';
import type {
  AbsenceRow,
  TargetRow,
  DistributionHoldRow,
  DistributionRuleRow,
  DistributionTurnRow,
} from '#server/db/distribution-tables.ts';
import type { LeadMessageRow, MessageTemplateRow } from '#server/db/message-tables.ts';
import type { WebhookDeliveryRow, WebhookRow } from '#server/db/webhook-tables.ts';
import type { Instant, OptionalInstant } from '#server/db/column-types.ts';

export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type ChangeVia = (typeof CHANGE_VIAS)[number];
export type OperationKind = (typeof OPERATION_KINDS)[number];

type MemberRow = {
  id: string;
  name: string;
  email: string;
  is_active: Generated<boolean>;
  belongs: Generated<boolean>;
  /** The limit of open leads up to which rules give more; null: none. */
  max_open_leads: number | null;
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
  lost_reason: string | null;
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
  /** Until when the first contact is promised; null without a promise. */
  contact_by: OptionalInstant;
  /** The first call or opened message since the lead's creation; `refreshFirstContacts` alone writes it. */
  first_contacted_at: OptionalInstant;
  /** Working minutes until then, by the working hours of that moment; null where all hours counted. Written with it. */
  contact_minutes: number | null;
  /** Made by the database of first contact and promise, for reports to count (decision 45). */
  contact_code: GeneratedAlways<number>;
  /** When the leaders were told that nobody has contacted the lead in time. */
  escalated_at: OptionalInstant;
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
  /** The forms of a field's further numbers; null where the phone has not been read by the rules of this release. */
  other_phones: string[] | null;
  search_text: GeneratedAlways<string>;
  /** Values of the client's custom fields, removed ones included, by name. */
  custom: ColumnType<CustomValues, string | undefined, string>;
};

type CountedLeads = { is_archived: boolean; is_duplicate: boolean; leads: number };
type LeadTotalRow = CountedLeads & {
  status: string;
  source: string | null;
  assigned_to: string | null;
  value: number;
};
/** `status` is null in a row that `lead_status_days` has already. */
type LeadDayRow = CountedLeads & { day: string; status: string | null };
type LeadStatusDayRow = CountedLeads & { day: string; status: string };

type ProductCategoryRow = { id: string; name: string; created_at: Instant };
type ProductRow = {
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
  /** The colleague who completed the reminder for its owner, who was away. */
  handled_by: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** True for a reminder that a lead's follow-up date has made, without anybody's words. */
  is_automatic: Generated<boolean>;
  /** The due date that people were last told of; a reminder with another date is still to be told. */
  fired_for: OptionalInstant;
};

/** A note on a lead, by its author; `edited_at` is null until the author changes the note. */
export type LeadNoteRow = {
  id: string;
  version: Generated<number>;
  lead_id: string;
  user_id: string | null;
  body: string;
  created_at: Instant;
  edited_at: OptionalInstant;
};

/** One line of what a user is told of (behaviour 49). */
type NotificationRow = {
  id: string;
  user_id: string;
  kind: NotificationKind;
  lead_id: string | null;
  leads: Generated<number>;
  reminder_id: string | null;
  due_at: OptionalInstant;
  operation_id: string | null;
  webhook_id: string | null;
  by_id: string | null;
  created_at: Instant;
  read_at: OptionalInstant;
};

type IdempotencyRow = {
  user_id: string;
  operation: string;
  key: string;
  fingerprint: Buffer;
  response: string;
  created_at: Instant;
};

type LeadImportRow = {
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
type LeadBefore = Record<string, unknown>;
type OperationLeadRow = {
  operation_id: string;
  lead_id: string;
  version: number;
  before: ColumnType<LeadBefore | null, string | null, string | null>;
};

type LeadEventRow = {
  id: string;
  lead_id: string;
  at: Instant;
  user_id: string | null;
  kind: ChangeKind;
  via: ChangeVia;
  operation_id: string | null;
  changes: ColumnType<Record<string, [unknown, unknown]> | null, string | null | undefined, string | null>;
  /** Why the lead was given to its owner, or to nobody, in a sentence. */
  reason: string | null;
};

export type LeadViewRow = {
  id: string;
  user_id: string | null;
  name: string;
  address: string;
  /** As `readyFilters` takes them. */
  filters: ColumnType<LeadFilters, string, string>;
  columns: ColumnType<string[] | null, string | null | undefined, string | null>;
  is_shared: Generated<boolean>;
  created_at: Instant;
};

/** One user's order of the views, and the view that the list opens with. */
type LeadViewChoiceRow = { user_id: string; view_order: string[]; default_id: string | null };

/** Settings of a client that are read and changed as a whole. */
type ConfigurationRow = {
  config_key: string;
  value: ColumnType<Record<string, unknown>, string, string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
};

/** The tables of one client's schema; the mirror of all clients has some of them, with `client_id` (`MIRRORED`). */
export type ClientTables = {
  members: MemberRow;
  leads: LeadRow;
  lead_totals: LeadTotalRow;
  lead_days: LeadDayRow;
  lead_status_days: LeadStatusDayRow;
  products: ProductRow;
  product_categories: ProductCategoryRow;
  call_logs: CallLogRow;
  reminders: ReminderRow;
  idempotency_keys: IdempotencyRow;
  lead_imports: LeadImportRow;
  operations: OperationRow;
  operation_leads: OperationLeadRow;
  lead_events: LeadEventRow;
  lead_views: LeadViewRow;
  lead_view_choices: LeadViewChoiceRow;
  configurations: ConfigurationRow;
  lead_notes: LeadNoteRow;
  lead_messages: LeadMessageRow;
  message_templates: MessageTemplateRow;
  notifications: NotificationRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
  source_deliveries: SourceDeliveryRow;
  source_leads: SourceLeadRow;
  distribution_rules: DistributionRuleRow;
  distribution_turns: DistributionTurnRow;
  distribution_holds: DistributionHoldRow;
  absences: AbsenceRow;
  targets: TargetRow;
  source_costs: SourceCostRow;
};
