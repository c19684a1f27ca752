import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The working minutes until a lead's first contact, by the client's working hours at that time; null if all
 * hours counted. `contact_code`, which reports count, takes the wait from here (0023, decision 45).
 */
export const workingMinutes: ClientMigration = {
  name: '0036-working-minutes',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN contact_minutes integer;
    ALTER TABLE ${s}.leads DROP COLUMN contact_code;
    ALTER TABLE ${s}.leads ADD COLUMN contact_code integer NOT NULL GENERATED ALWAYS AS ((
      4 * CASE
        WHEN first_contacted_at IS NULL THEN CASE WHEN last_contacted_at IS NOT NULL THEN -1 ELSE -2 END
        WHEN contact_minutes < 1440 THEN contact_minutes
        WHEN contact_minutes IS NOT NULL THEN contact_minutes / 60 * 60
        WHEN first_contacted_at - created_at < interval '1 day' THEN floor(date_part('epoch', first_contacted_at - created_at) / 60)
        ELSE 60 * floor(date_part('epoch', first_contacted_at - created_at) / 3600) END
      + CASE WHEN contact_by IS NULL THEN 0 WHEN first_contacted_at <= contact_by THEN 1 WHEN first_contacted_at IS NOT NULL THEN 2 ELSE 3 END
    )::int) STORED;
    CREATE INDEX IF NOT EXISTS leads_reported ON ${s}.leads (created_at) INCLUDE (id, source, status, assigned_to, contact_code)
      WHERE deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate;
    CREATE INDEX IF NOT EXISTS leads_contacts ON ${s}.leads (assigned_to, created_at) INCLUDE (contact_code)
      WHERE deleted_at IS NULL AND NOT is_archived AND NOT is_duplicate;
  `,
};
