import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The indexes for the lists of calls and reminders; the follow-up date becomes that of the earliest open
 * reminder.
 */
export const followUps: ClientMigration = {
  name: '0003-follow-ups',
  sql: (s) => `
    -- made by a lead's follow-up date alone; goes when the date goes
    ALTER TABLE ${s}.reminders ADD COLUMN is_automatic boolean NOT NULL DEFAULT false;

    CREATE INDEX call_logs_date ON ${s}.call_logs (call_date DESC, id DESC);
    CREATE INDEX call_logs_user ON ${s}.call_logs (user_id, call_date DESC, id DESC);
    CREATE INDEX call_logs_duration ON ${s}.call_logs (duration, id);
    CREATE INDEX reminders_owner ON ${s}.reminders (user_id, is_completed, reminder_date, id);
    CREATE INDEX leads_no_next_step ON ${s}.leads (assigned_to, status)
      WHERE deleted_at IS NULL AND NOT is_archived AND next_followup_date IS NULL;

    -- what somebody planned says more than a date
    UPDATE ${s}.leads l SET next_followup_date = r.earliest
    FROM (SELECT lead_id, min(reminder_date) AS earliest FROM ${s}.reminders WHERE NOT is_completed GROUP BY lead_id) r
    WHERE r.lead_id = l.id AND l.next_followup_date IS DISTINCT FROM r.earliest;

    INSERT INTO ${s}.reminders (id, lead_id, user_id, title, reminder_date, is_automatic)
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::int8) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
      l.id, l.assigned_to, left('Follow up with ' || l.name, 200), l.next_followup_date, true
    FROM ${s}.leads l
    WHERE l.next_followup_date IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ${s}.reminders r WHERE r.lead_id = l.id AND NOT r.is_completed);
  `,
};
