import type { Insertable } from 'kysely';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { Random } from './random.ts';
import type { SampleClient } from './sample-client.ts';

/** Costs of the company's sources in every month until now: about the same each time. */
export function sourceCosts(
  random: Random,
  { costs }: SampleClient,
  start: Date,
  now: Date,
): Insertable<ClientTables['source_costs']>[] {
  const rows = [];
  const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1));
  for (; month.getTime() <= now.getTime(); month.setUTCMonth(month.getUTCMonth() + 1)) {
    for (const [source, usual] of Object.entries(costs)) {
      const cost = Math.round((usual * random.whole(80, 120)) / 10_000) * 100;
      rows.push({ source, month: month.toISOString().slice(0, 10), cost, updated_by: null, updated_at: now });
    }
  }
  return rows;
}
