import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { query } from '#web/api/query.ts';
import { BATCH, queueAfter, reminderQuery } from '#web/features/call-logs/reminder-queue.ts';
import { callWayOf, reminderOf, reminderSearch } from '#web/leads/ways/call-way.ts';
import type { CallWay, Place } from '#web/leads/ways/call-way.ts';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { callLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { useNeighboursQuery } from '#web/leads/list/useNeighboursQuery.ts';
import { paths } from '#web/paths.ts';
import { reminders } from '#shared/reminders.ts';

export type Step = { to: string; state: CallWay };
export type CallQueue = {
  place: Place | undefined;
  /** True when there is, or may be, another lead to call. */
  goesOn: boolean;
  /** Returns the next lead; undefined at the end. Waits for a list that is still loading. */
  next: () => Promise<Step | undefined>;
};

/**
 * The leads to call one after the other: from the list in the address, or from the reminders of Follow Ups.
 */
export function useCallQueue(leadId: string): CallQueue | undefined {
  const location = useLocation();
  const listSearch = listSearchOf(location);
  const ofList = useListQueue(leadId, listSearch);
  const ofReminders = useReminderQueue(!listSearch);
  return listSearch ? ofList : ofReminders;
}

const NO_LIST = new URLSearchParams();

function useListQueue(leadId: string, listSearch = NO_LIST): CallQueue {
  const location = useLocation();
  const client = useQueryClient();
  const question = useNeighboursQuery(leadId, listSearch);
  const { data } = useQuery({ ...question, enabled: listSearch !== NO_LIST });
  const way = callWayOf(location);
  const found = data?.data;
  const place = way.place ?? placeOf(found);
  const nextId = isAtEnd(place) ? null : found?.next_id;
  usePrefetchedLead(nextId);
  return {
    place,
    goesOn: nextId !== null,
    next: async () => {
      const { data: now } = await client.ensureQueryData(question);
      const here = way.place ?? placeOf(now);
      if (!now.next_id || isAtEnd(here)) return undefined;
      return { to: callLink(now.next_id, listSearch), state: { ...moved(way), place: following(here) } };
    },
  };
}

function useReminderQueue(isEnabled: boolean): CallQueue | undefined {
  const location = useLocation();
  const client = useQueryClient();
  const way = callWayOf(location);
  const { choice } = way;
  const question = query(reminders.list, { query: choice ? reminderQuery(choice) : { limit: BATCH } });
  const isRead = way.rest !== undefined;
  const { data } = useQuery({ ...question, enabled: isEnabled && choice !== undefined && !isRead });
  const current = reminderOf(location);
  const read = data && queueAfter(data, current);
  const { rest, place } = isRead ? way : { rest: read?.rest, place: read?.place };
  usePrefetchedLead(rest?.[0]?.lead_id);
  if (!isRead && !choice) return undefined;
  return {
    place,
    goesOn: rest === undefined || rest.length > 0,
    next: async () => {
      const queue = isRead ? way : queueAfter(await client.ensureQueryData(question), current);
      const [call, ...others] = queue.rest ?? [];
      if (!call) return undefined;
      const to = paths.logCall(call.lead_id) + reminderSearch(call.reminder_id);
      return { to, state: { ...moved(way), rest: others, place: following(queue.place) } };
    },
  };
}

/** Prefetches the next lead. */
function usePrefetchedLead(id: string | null | undefined): void {
  useQuery({
    ...leadPageQuery(id ?? ''),
    enabled: Boolean(id),
    notifyOnChangeProps: [],
  });
}

type Neighbours = { position: number | null; total: number; totalIsCapped: boolean };

function placeOf(found: Neighbours | undefined): Place | undefined {
  if (!found || found.position === null) return undefined;
  return { position: found.position, total: found.total, totalIsCapped: found.totalIsCapped };
}

function isAtEnd(place: Place | undefined): boolean {
  return place !== undefined && !place.totalIsCapped && place.position >= place.total;
}

function following(place: Place | undefined): Place | undefined {
  return place && { ...place, position: place.position + 1 };
}

function moved(way: CallWay): CallWay {
  return { ...way, hasMoved: true };
}
