import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * Changes nothing itself. At start the mirror gets sums of calls (decision 48), computed from its rows. A
 * process of the previous release does not maintain them, so it exits.
 */
export const mirroredCalls: CoreMigration = { name: '0015-mirrored-calls', sql: () => 'SELECT' };
