import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AuditLine } from '#shared/audit.ts';
import type {
  EmailChangeRow,
  InvitationRow,
  PasswordResetRow,
  PublicRequestRow,
} from '#server/db/access-link-tables.ts';
import type { ApiKeyRow } from '#server/db/api-key-row.ts';
import type { DeliveryRow } from '#server/db/delivery-row.ts';
import type { Instant } from '#server/db/column-types.ts';
import type { SessionRow, SignInAttemptRow } from '#server/db/session-rows.ts';

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

/** The tables of `core`, behind the door of `system-scope.ts`. */
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
