import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_TIME_ZONE, dayOf } from '#shared/values/dates.ts';
import { monthLater, monthOf } from '#shared/values/months.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { SampleClient, SampleMember } from './sample-client.ts';
import { DAY } from './working-time.ts';

type Workload = {
  [T in 'absences' | 'targets']: Insertable<ClientTables[T]>[];
};

/** Targets of the reps for this month and the last one, and an absent rep who is covered by another. */
export function sampleWorkload(client: SampleClient, team: readonly SampleMember[], now: Date): Workload {
  const reps = team.filter(({ role, former }) => role === 'salesrep' && !former);
  const [first, second] = reps;
  const prices = client.products.flatMap(({ price }) => price ?? []);
  const price = prices.reduce((sum, one) => sum + one, 0) / prices.length;
  const month = monthOf(now, DEFAULT_TIME_ZONE);
  const inDays = (days: number) => dayOf(new Date(now.getTime() + days * DAY), DEFAULT_TIME_ZONE);
  const absence = {
    id: uuidv7({ msecs: now.getTime() }),
    user_id: second?.id ?? '',
    first_day: inDays(-1),
    last_day: inDays(4),
    covered_by: first?.id ?? '',
    created_at: now,
  };
  return {
    absences: first && second ? [absence] : [],
    targets: reps.flatMap(({ id }, index) =>
      [monthLater(month, -1), month].map((of) => ({
        user_id: id,
        month: `${of}-01`,
        calls: 60 + 10 * index,
        converted: 4 + index,
        converted_value: Math.ceil(((4 + index) * price) / 10_000) * 10_000,
      })),
    ),
  };
}
