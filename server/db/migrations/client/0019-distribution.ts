import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Rules that distribute unassigned leads to users (decision 41), whose turn it is, the users' absences, and
 * the reason in the history. `distribution_holds`: leads that a running import is about to assign, until its
 * rows exist.
 */
export const distribution: ClientMigration = {
  name: '0019-distribution',
  sql: (s) => `
    CREATE TABLE ${s}.distribution_rules (
      id uuid PRIMARY KEY,
      place integer NOT NULL,
      name text NOT NULL,
      is_active boolean NOT NULL DEFAULT true,
      conditions jsonb NOT NULL,
      times jsonb,
      way text NOT NULL,
      people uuid[] NOT NULL
    );
    CREATE TABLE ${s}.distribution_turns (
      rule_id uuid NOT NULL REFERENCES ${s}.distribution_rules ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES ${s}.members,
      -- the number of the rule's lead that the person got last
      turn bigint NOT NULL,
      PRIMARY KEY (rule_id, user_id)
    );
    CREATE TABLE ${s}.distribution_holds (
      import_id uuid NOT NULL,
      user_id uuid NOT NULL REFERENCES ${s}.members,
      leads integer NOT NULL,
      ends_at timestamptz NOT NULL,
      PRIMARY KEY (import_id, user_id)
    );
    CREATE TABLE ${s}.absences (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES ${s}.members,
      first_day date NOT NULL,
      -- null: until further notice
      last_day date,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX absences_user ON ${s}.absences (user_id, first_day);
    ALTER TABLE ${s}.members ADD COLUMN max_open_leads integer;
    ALTER TABLE ${s}.lead_events ADD COLUMN reason text;
    ALTER TABLE ${s}.notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('due', 'assigned', 'enquiry', 'import', 'webhook', 'unassigned'));
  `,
};
