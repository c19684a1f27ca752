import type { Call, Place } from '#web/leads/ways/call-way.ts';

/** The calls of the loaded part of a queue on either side of one: the one before, and the next that is still to be made. */
export function beside(
  calls: readonly Call[] | undefined,
  isHere: (call: Call) => boolean,
  called: readonly string[],
): { before: Call | undefined; after: Call | undefined } {
  const at = calls?.findIndex(isHere) ?? -1;
  if (!calls || at < 0) return { before: undefined, after: undefined };
  return {
    before: calls[at - 1],
    after: calls.slice(at + 1).find(({ lead_id }) => !called.includes(lead_id)),
  };
}

/**
 * The first lead of a list, from `id` on, that has not been passed on the way. A call moves its lead within a list that is
 * sorted by the next follow-up or the last contact, so those that were called may follow again.
 */
export async function firstNew(
  id: string | null | undefined,
  passed: readonly string[],
  nextOf: (id: string) => Promise<string | null | undefined>,
): Promise<string | undefined> {
  if (!id || !passed.includes(id)) return id ?? undefined;
  return await firstNew(await nextOf(id), passed, nextOf);
}

/** Whether the place is the last of its queue, whose total was counted at the first call. */
export function isAtEnd(place: Place | undefined): boolean {
  return place !== undefined && !place.totalIsCapped && place.position >= place.total;
}

/** The place after some steps, counted along the way, since the list itself changes with every call. */
export function moved(place: Place | undefined, steps: number): Place | undefined {
  return place && { ...place, position: place.position + steps };
}

/** The number of steps from a lead to another of the same part of the queue. */
export function distance(calls: readonly Call[] | undefined, leadId: string, { lead_id }: Call): number {
  const placeIn = (id: string) => calls?.findIndex((call) => call.lead_id === id) ?? -1;
  return placeIn(lead_id) - placeIn(leadId);
}
