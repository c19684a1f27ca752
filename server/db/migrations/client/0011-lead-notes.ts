import { notingChangedRows } from '#server/db/migrations/client/0010-changed-rows.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Notes on leads, with their search index; the mirror of all clients copies them. */
export const leadNotes: ClientMigration = {
  name: '0011-lead-notes',
  sql: (s) => `
    CREATE TABLE ${s}.lead_notes (
      id uuid PRIMARY KEY,
      version integer NOT NULL DEFAULT 1,
      lead_id uuid NOT NULL REFERENCES ${s}.leads ON DELETE CASCADE,
      user_id uuid REFERENCES ${s}.members,
      body text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      edited_at timestamptz
    );
    CREATE INDEX lead_notes_lead ON ${s}.lead_notes (lead_id, created_at DESC, id DESC);
    CREATE INDEX lead_notes_body ON ${s}.lead_notes USING gin (lower(body) extensions.gin_trgm_ops);
    ${notingChangedRows(s, 'lead_notes')}
  `,
};
