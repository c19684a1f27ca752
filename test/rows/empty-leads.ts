import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/world.ts';

const TABLES = [
  'leads',
  'operations',
  'configurations',
  'idempotency_keys',
  'lead_totals',
  'lead_days',
  'lead_status_days',
];

/** Takes a client's leads away with all that hangs on them, and its settings: faster than making a new client. */
export async function emptyLeads(
  { database }: Pick<TestApp, 'database'>,
  { schema }: Pick<TestClient, 'schema'>,
): Promise<void> {
  const text = TABLES.map((table) => `DELETE FROM ${schema}.${table}`).join('; ');
  await database.asOwner(async (owner) => await owner.query(text));
}
