import type { TestApp } from '#test/app.ts';

/**
 * Ends the app's connections by name; test files share a server, so those of other databases are left alone.
 */
export async function cutConnections({ database }: Pick<TestApp, 'database'>, name: string): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()`,
      [name],
    );
  });
}
