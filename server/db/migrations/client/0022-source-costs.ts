import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Rupees that the company spent on a source in a calendar month, identified by its first day (decision 44).
 */
export const sourceCosts: ClientMigration = {
  name: '0022-source-costs',
  sql: (s) => `
    CREATE TABLE ${s}.source_costs (
      source text NOT NULL,
      month date NOT NULL CHECK (extract(day FROM month) = 1),
      cost numeric(14, 2) NOT NULL CHECK (cost >= 0),
      updated_by uuid REFERENCES ${s}.members,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (source, month)
    );
  `,
};
