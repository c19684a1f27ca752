/**
 * Forgets PGSSLMODE, PGOPTIONS and their like, which are for other databases: a connection to the embedded one would take them
 * for its own and never succeed.
 */
export function forgetOtherDatabases(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}
