/** The installation's role names, quoted for SQL. */
type CoreNames = { appRole: string; allRole: string };
/**
 * `olderMayServe`: processes of the previous release keep running after this migration; otherwise they exit
 * (docs/decisions/0024).
 */
export type CoreMigration = { name: string; sql: (names: CoreNames) => string; olderMayServe?: true };

/** `schema` is quoted for SQL. `olderMayServe`: as in a core migration. */
export type ClientMigration = { name: string; sql: (schema: string) => string; olderMayServe?: true };
