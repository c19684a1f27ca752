/**
 * Clears PGSSLMODE, PGOPTIONS and similar variables, which are meant for other databases: a connection to the
 * embedded one would obey them and never succeed.
 */
export function forgetOtherDatabases(): void {
  for (const name of Object.keys(process.env)) if (/^PG[A-Z]+$/.test(name)) delete process.env[name];
}
