import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { STATUS_OPTIONS, statusMeaning } from '#shared/fields/lead-options.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import type { Random } from './random.ts';
import type { SampleClient } from './sample-client.ts';

type Lead = { id: string; status: string; created: number; last: number; assignee: string | null };

/**
 * The changes of a lead's status from new to the current one: one step at a time, between its creation and
 * its last call.
 */
export function statusHistory(
  random: Random,
  client: SampleClient,
  { id, status, created, last, assignee }: Lead,
): Insertable<ClientTables['lead_events']>[] {
  const open = STATUS_OPTIONS.filter(({ meaning }) => meaning === 'open').map(({ value }) => value);
  const path = [...open, ...client.laterStatuses];
  const meaning = statusMeaning(status);
  // A lost lead got to a random step, a won one went the whole way.
  const steps =
    meaning === 'open'
      ? path.indexOf(status) + 1
      : meaning === 'won'
        ? path.length
        : random.whole(1, path.length);
  const passed = meaning === 'open' ? path.slice(0, steps) : [...path.slice(0, steps), status];
  const moments = passed.slice(1).map(() => created + (last - created) * (0.1 + 0.9 * random.next()));
  moments.sort((one, other) => one - other);
  return passed.slice(1).map((next, place) => ({
    id: uuidv7({ msecs: moments[place] as number }),
    lead_id: id,
    at: new Date(moments[place] as number),
    user_id: assignee,
    kind: 'updated' as const,
    via: 'edit' as const,
    operation_id: null,
    // The row is inserted as JSON as a whole, so this column needs no encoding.
    changes: unchecked<string>({ status: [passed[place], next] }),
    reason: null,
  }));
}
