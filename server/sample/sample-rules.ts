import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { SampleClient, SampleMember } from './sample-client.ts';

/**
 * Two rules: enquiries from the company's first city in turn, everything else to the user with the fewest
 * open leads.
 */
export function sampleRules(
  client: SampleClient,
  team: readonly SampleMember[],
): Insertable<ClientTables['distribution_rules']>[] {
  const reps = team.filter(({ role, former }) => role === 'salesrep' && !former).map(({ id }) => id);
  const [city = ''] = Object.keys(client.cities);
  const common = { is_active: true, times: null };
  // The row is inserted as JSON as a whole, so this column needs no encoding.
  const conditions = unchecked<string>([{ field: 'location', values: [city] }]);
  return [
    { ...common, id: uuidv7(), place: 0, name: `${city} enquiries`, conditions, way: 'turn', people: reps },
    {
      ...common,
      id: uuidv7(),
      place: 1,
      name: 'Everything else',
      conditions: unchecked<string>([]),
      way: 'fewest',
      people: reps,
    },
  ];
}
