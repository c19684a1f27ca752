import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Changes nothing by itself: the mirror gets sums of reminders and of leads without a next step (decision 39), which the
 * start makes from its rows. A process of the release before does not keep them, and leaves.
 */
export const mirrorSums: CoreMigration = { name: '0009-mirror-sums', sql: () => 'SELECT' };
