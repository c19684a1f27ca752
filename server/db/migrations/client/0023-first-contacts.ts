import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The first contact of a lead (its first call or opened message), and a single number for reports to count:
 * four times the wait in whole minutes (whole hours after the first day), or -1 for a contact of unknown
 * time, -2 for none; plus the promise: 0 none, 1 kept, 2 broken, 3 pending (decision 45). The indexes of
 * calls and follow-ups contain everything a user's figures need.
 */
export const firstContacts: ClientMigration = {
  name: '0023-first-contacts',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN first_contacted_at timestamptz;
    UPDATE ${s}.leads l SET first_contacted_at = contact.at FROM (
      SELECT id, min(at) AS at FROM (
        SELECT lead_id AS id, call_date AS at FROM ${s}.call_logs UNION ALL SELECT lead_id, created_at FROM ${s}.lead_messages
      ) each_one WHERE at >= (SELECT created_at FROM ${s}.leads known WHERE known.id = each_one.id) GROUP BY id
    ) contact WHERE contact.id = l.id;
    ALTER TABLE ${s}.leads ADD COLUMN contact_code integer NOT NULL GENERATED ALWAYS AS ((
      4 * CASE
        WHEN first_contacted_at - created_at < interval '1 day' THEN floor(date_part('epoch', first_contacted_at - created_at) / 60)
        WHEN first_contacted_at IS NOT NULL THEN 60 * floor(date_part('epoch', first_contacted_at - created_at) / 3600)
        WHEN last_contacted_at IS NOT NULL THEN -1 ELSE -2 END
      + CASE WHEN contact_by IS NULL THEN 0 WHEN first_contacted_at <= contact_by THEN 1 WHEN first_contacted_at IS NOT NULL THEN 2 ELSE 3 END
    )::int) STORED;
    DROP INDEX ${s}.call_logs_user, ${s}.reminders_owner;
    CREATE INDEX call_logs_user ON ${s}.call_logs (user_id, call_date DESC, id DESC) INCLUDE (call_status, duration, lead_id);
    CREATE INDEX reminders_owner ON ${s}.reminders (user_id, is_completed, reminder_date, id) INCLUDE (completed_at, lead_id);
  `,
};
