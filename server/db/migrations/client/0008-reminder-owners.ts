import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** An unowned open reminder goes to the lead's assignee as soon as there is one. */
export const reminderOwners: ClientMigration = {
  name: '0008-reminder-owners',
  sql: (s) => `
    UPDATE ${s}.reminders r SET user_id = l.assigned_to, version = r.version + 1
    FROM ${s}.leads l
    WHERE l.id = r.lead_id AND r.user_id IS NULL AND NOT r.is_completed AND l.assigned_to IS NOT NULL;
  `,
};
