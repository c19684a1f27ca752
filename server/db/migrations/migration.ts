/** Role names of this installation, quoted and ready for SQL. */
export type CoreNames = { appRole: string; allRole: string };
/** `olderMayServe`: processes of the release before go on beside it; without it they leave (docs/decisions/0024). */
export type CoreMigration = { name: string; sql: (names: CoreNames) => string; olderMayServe?: true };

/** `schema` is quoted and ready for SQL. `olderMayServe`: as in a migration of core. */
export type ClientMigration = { name: string; sql: (schema: string) => string; olderMayServe?: true };
