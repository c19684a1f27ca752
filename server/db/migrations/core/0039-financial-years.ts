import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** The month in which a client's financial year begins: April, as in India, unless the client says otherwise. */
export const financialYears: CoreMigration = {
  name: '0039-financial-years',
  sql: () => `
    ALTER TABLE core.clients ADD year_begins smallint NOT NULL DEFAULT 4 CHECK (year_begins BETWEEN 1 AND 12);
  `,
};
