import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Changes nothing itself. At start the mirror gets a function that passes rows on inside the database
 * (decision 33). A process of the previous release would rebuild the mirror without that function, so it
 * exits.
 */
export const fetchedRows: CoreMigration = { name: '0016-fetched-rows', sql: () => 'SELECT' };
