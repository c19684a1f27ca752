import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Changes nothing by itself: the mirror gets sums of calls (decision 48), which the start makes from its rows. A process of the
 * release before does not keep them, and leaves.
 */
export const mirroredCalls: CoreMigration = { name: '0015-mirrored-calls', sql: () => 'SELECT' };
