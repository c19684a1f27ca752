import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The history of leads, undoable operations, the trash, and a client's settings. */
export const history: ClientMigration = {
  name: '0002-history',
  sql: (s) => `
    ALTER TABLE ${s}.leads ADD COLUMN deleted_by uuid REFERENCES ${s}.members;
    CREATE INDEX leads_trash ON ${s}.leads (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
    CREATE INDEX leads_trash_email ON ${s}.leads (email_norm) WHERE deleted_at IS NOT NULL;
    CREATE INDEX leads_trash_phone ON ${s}.leads (phone_norm) WHERE deleted_at IS NOT NULL;
    CREATE INDEX reminders_lead ON ${s}.reminders (lead_id, reminder_date);

    CREATE TABLE ${s}.operations (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      user_id uuid REFERENCES ${s}.members,
      leads integer NOT NULL,
      summary text NOT NULL,
      details jsonb,
      undone_at timestamptz,
      undone_by uuid REFERENCES ${s}.members
    );
    CREATE INDEX operations_recent ON ${s}.operations (at DESC, id DESC);

    -- before: the columns that changed as they were; null for a lead the operation created.
    -- version: the lead's version after the operation; another one means somebody has changed it since.
    CREATE TABLE ${s}.operation_leads (
      operation_id uuid NOT NULL REFERENCES ${s}.operations ON DELETE CASCADE,
      lead_id uuid NOT NULL,
      version integer NOT NULL,
      before jsonb,
      PRIMARY KEY (operation_id, lead_id)
    );

    CREATE TABLE ${s}.lead_events (
      id uuid PRIMARY KEY,
      lead_id uuid NOT NULL REFERENCES ${s}.leads ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT now(),
      user_id uuid REFERENCES ${s}.members,
      kind text NOT NULL,
      via text NOT NULL,
      operation_id uuid,
      -- { field: [old, new] }
      changes jsonb
    );
    CREATE INDEX lead_events_lead ON ${s}.lead_events (lead_id, at DESC, id DESC);

    CREATE TABLE ${s}.configurations (
      config_key text PRIMARY KEY,
      value jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by uuid REFERENCES ${s}.members
    );
  `,
};
