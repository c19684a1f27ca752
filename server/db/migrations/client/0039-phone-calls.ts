import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Calls as telephone systems tell them (decision 59): a row per call while its events arrive, which becomes a call log
 * at its end.
 */
export const phoneCalls: ClientMigration = {
  name: '0039-phone-calls',
  sql: (s) => `
    ALTER TABLE ${s}.call_logs ADD COLUMN seconds integer CHECK (seconds >= 0),
      -- the telephone system, and the address at which it keeps the recording
      ADD COLUMN source_id uuid,
      ADD COLUMN recording text;
    CREATE TABLE ${s}.phone_calls (
      id uuid PRIMARY KEY,
      source_id uuid NOT NULL,
      -- the telephone system's own number of the call
      provider_id text NOT NULL,
      state text NOT NULL CHECK (state IN ('ringing', 'answered', 'ended')),
      direction text NOT NULL CHECK (direction IN ('inbound', 'outbound')),
      number text,
      -- whether a lead of the company had the number
      is_known boolean NOT NULL DEFAULT false,
      agent_id uuid REFERENCES ${s}.members,
      -- everybody who was told of it
      told uuid[] NOT NULL DEFAULT '{}',
      -- what became of each phone that rang, by the telephone system's number of this leg
      legs jsonb NOT NULL DEFAULT '{}',
      -- what the telephone system says of the whole call at its end
      result text,
      seconds integer,
      recording text,
      started_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      ended_at timestamptz,
      -- a lead that is gone for ever takes its calls along
      lead_id uuid REFERENCES ${s}.leads ON DELETE CASCADE,
      call_log_id uuid REFERENCES ${s}.call_logs ON DELETE SET NULL,
      -- true for ever after a log was made, even when somebody has deleted it
      is_logged boolean NOT NULL DEFAULT false,
      -- the follow-up that was planned because nobody answered
      reminder_id uuid REFERENCES ${s}.reminders ON DELETE SET NULL,
      call_outcome text,
      notes text,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (source_id, provider_id)
    );
    CREATE INDEX phone_calls_open ON ${s}.phone_calls (created_at) WHERE state <> 'ended';
    CREATE INDEX phone_calls_created ON ${s}.phone_calls (created_at);
    CREATE INDEX phone_calls_lead ON ${s}.phone_calls (lead_id) WHERE lead_id IS NOT NULL;
    CREATE INDEX phone_calls_log ON ${s}.phone_calls (call_log_id) WHERE call_log_id IS NOT NULL;
    CREATE INDEX phone_calls_reminder ON ${s}.phone_calls (reminder_id) WHERE reminder_id IS NOT NULL;
    ALTER TABLE ${s}.source_deliveries ADD COLUMN phone_call_id uuid REFERENCES ${s}.phone_calls ON DELETE CASCADE,
      DROP CONSTRAINT source_deliveries_outcome_check,
      ADD CONSTRAINT source_deliveries_outcome_check CHECK
        (outcome IN ('new_lead', 'new_enquiry', 'known', 'call', 'test', 'waiting', 'refused', 'failed'));
    CREATE INDEX source_deliveries_call ON ${s}.source_deliveries (phone_call_id) WHERE phone_call_id IS NOT NULL;
  `,
};
