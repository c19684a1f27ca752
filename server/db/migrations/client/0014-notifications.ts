import { notingChangedRows } from '#server/db/migrations/client/0010-changed-rows.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Notifications. A follow-up produces one notification per date; leads that one operation
 * assigns to a user share one.
 */
export const notifications: ClientMigration = {
  name: '0014-notifications',
  sql: (s) => `
    CREATE TABLE ${s}.notifications (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES ${s}.members,
      kind text NOT NULL CHECK (kind IN ('due', 'assigned', 'enquiry', 'import')),
      -- the lead; null where the line is about several
      lead_id uuid REFERENCES ${s}.leads ON DELETE CASCADE,
      leads integer NOT NULL DEFAULT 1,
      reminder_id uuid REFERENCES ${s}.reminders ON DELETE CASCADE,
      due_at timestamptz,
      operation_id uuid REFERENCES ${s}.operations ON DELETE SET NULL,
      by_id uuid REFERENCES ${s}.members,
      created_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz
    );
    CREATE INDEX notifications_user ON ${s}.notifications (user_id, id DESC);
    CREATE INDEX notifications_unread ON ${s}.notifications (user_id) WHERE read_at IS NULL;
    CREATE INDEX notifications_lead ON ${s}.notifications (lead_id) WHERE lead_id IS NOT NULL;
    CREATE UNIQUE INDEX notifications_due ON ${s}.notifications (reminder_id, due_at, user_id) WHERE reminder_id IS NOT NULL;
    CREATE UNIQUE INDEX notifications_operation ON ${s}.notifications (operation_id, user_id, kind) WHERE operation_id IS NOT NULL;
    ${notingChangedRows(s, 'notifications')}
  `,
};
