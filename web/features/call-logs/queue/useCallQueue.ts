import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { query } from '#web/api/query.ts';
import { beside, distance, firstNew, isAtEnd, moved } from '#web/features/call-logs/queue/queue-order.ts';
import {
  BATCH,
  continued,
  hasMore,
  queueAround,
  queueOfDay,
  reminderQuery,
} from '#web/features/call-logs/queue/reminder-queue.ts';
import type { Ask, Queue } from '#web/features/call-logs/queue/reminder-queue.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { callLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { listQuery } from '#web/leads/list/list-query.ts';
import { DEFAULT_SORT, readListState } from '#web/leads/list/list-state.ts';
import { useNeighboursQuery } from '#web/leads/list/useNeighboursQuery.ts';
import { useTablePreferences } from '#web/leads/list/useTablePreferences.ts';
import { callWayOf, reminderOf, reminderSearch } from '#web/leads/ways/call-way.ts';
import type { Call, CallWay, Place } from '#web/leads/ways/call-way.ts';
import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';
import { orOffline } from '#web/lib/online.ts';
import { paths } from '#web/paths.ts';

export type Step = { to: string; state: CallWay };
export type CallQueue = {
  place: Place | undefined;
  /** The leads around this one. Not loaded where there is no room for them. */
  calls: readonly Call[];
  /** The leads that have been called on the way. */
  called: readonly string[];
  /** True when there is, or may be, another lead to call. */
  goesOn: boolean;
  /** Returns the next lead; undefined at the end. Waits for a list that is still loading. */
  next: (isCalled: boolean) => Promise<Step | undefined>;
  previous: Step | undefined;
  /** Another lead of `calls`. */
  stepTo: (call: Call) => Step;
};

/**
 * The leads to call one after the other: from the list in the address, or from the reminders of Follow Ups.
 */
export function useCallQueue(leadId: string, fields: FieldSettings): CallQueue | undefined {
  const listSearch = listSearchOf(useLocation());
  const ofList = useListQueue(leadId, fields, listSearch);
  const ofReminders = useReminderQueue(leadId, !listSearch);
  return listSearch ? ofList : ofReminders;
}

const NO_LIST = new URLSearchParams();

function useListQueue(leadId: string, fields: FieldSettings, listSearch = NO_LIST): CallQueue {
  const client = useQueryClient();
  const way = callWayOf(useLocation());
  const { called = [] } = way;
  const neighboursOf = useNeighboursQuery(listSearch);
  const question = neighboursOf(leadId);
  const { data } = useQuery({ ...question, enabled: listSearch !== NO_LIST });
  const found = data?.data;
  const calls = useListedCalls(way, fields, listSearch);
  // Calls move leads within the list, so its part that was loaded at the first call comes before the list as it is now.
  const { before, after } = beside(calls, (call) => call.lead_id === leadId, called);
  const place = way.place ?? placeOf(found);
  const nextId = after?.lead_id ?? (isAtEnd(place) ? null : found?.next_id);
  const previousId = before?.lead_id ?? (place?.position === 1 ? null : found?.previous_id);
  // The neighbours bring their pages along.
  usePrefetchedLead(found && nextId);
  const step = (id: string, steps: number, here = place, calledNow = called): Step => ({
    to: callLink(id, listSearch),
    state: { ...way, hasMoved: true, calls, called: calledNow, place: moved(here, steps) },
  });
  const nextOf = async (id: string) =>
    (await orOffline(client.fetchQuery({ ...neighboursOf(id), staleTime: 0 })))?.data.next_id;
  return {
    place,
    calls: calls ?? [],
    called,
    goesOn: nextId !== null,
    next: async (isCalled) => {
      const now = (await orOffline(client.ensureQueryData(question)))?.data;
      const here = way.place ?? placeOf(now);
      const calledNow = isCalled ? [...called, leadId] : called;
      if (after) return step(after.lead_id, distance(calls, leadId, after), here, calledNow);
      const id = isAtEnd(here) ? undefined : await firstNew(now?.next_id, [...called, leadId], nextOf);
      return id ? step(id, 1, here, calledNow) : undefined;
    },
    previous: previousId ? step(previousId, -1) : undefined,
    stepTo: (call) => step(call.lead_id, distance(calls, leadId, call)),
  };
}

/** Whether the queue fits beside the form. */
export function useHasRoom(): boolean {
  return useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
}

/** The leads on the page of the list, in its order at the first call. */
function useListedCalls({ calls }: CallWay, fields: FieldSettings, listSearch: URLSearchParams) {
  const { sort = DEFAULT_SORT } = useTablePreferences().preferences;
  const hasRoom = useHasRoom();
  const { data } = useQuery({
    ...query(leads.list, { query: listQuery(readListState(listSearch, sort)) }),
    enabled: hasRoom && listSearch !== NO_LIST && !calls,
  });
  return (
    calls ??
    data?.data.map((lead) => ({
      lead_id: lead.id,
      name: lead.name,
      about: optionLabel(lead.status, fields.options('status')),
      due: lead.next_followup_date,
    }))
  );
}

function useReminderQueue(leadId: string, isEnabled: boolean): CallQueue | undefined {
  const location = useLocation();
  const client = useQueryClient();
  const way = callWayOf(location);
  const { choice, called = [] } = way;
  const question = query(reminders.list, { query: choice ? reminderQuery(choice) : { limit: BATCH } });
  const isRead = way.calls !== undefined;
  const { data } = useQuery({ ...question, enabled: isEnabled && choice !== undefined && !isRead });
  const current = reminderOf(location);
  const isConnected = useIsOnline();
  const ofDay = useMemo(
    () => (isConnected ? undefined : queueOfDay(client, current)),
    [isConnected, client, current],
  );
  const read = data ? queueAround(data, current) : ofDay;
  const queue: Queue = isRead ? way : (read ?? {});
  const around = ({ calls }: Queue) => beside(calls, ({ reminder_id }) => reminder_id === current, called);
  const { before, after } = around(queue);
  usePrefetchedLead(after?.lead_id);
  if (!isRead && !choice) return undefined;
  const step = (call: Call, { calls, place }: Queue, calledNow = called): Step => ({
    to: paths.logCall(call.lead_id) + reminderSearch(call.reminder_id ?? ''),
    state: {
      ...way,
      hasMoved: true,
      calls,
      called: calledNow,
      place: moved(place, distance(calls, leadId, call)),
    },
  });
  const ask: Ask = async (asked) =>
    await orOffline(client.fetchQuery({ ...query(reminders.list, { query: asked }), staleTime: 0 }));
  return {
    place: queue.place,
    calls: queue.calls ?? [],
    called,
    goesOn: queue.calls === undefined || after !== undefined || hasMore(queue, leadId),
    next: async (isCalled) => {
      const asked = isRead ? undefined : await orOffline(client.ensureQueryData(question));
      const unread = asked ? queueAround(asked, current) : queueOfDay(client, current);
      const loaded = isRead ? queue : unread;
      const longer = around(loaded).after ? loaded : await continued(loaded, leadId, way, ask);
      const call = around(longer).after;
      return call && step(call, longer, isCalled ? [...called, leadId] : called);
    },
    previous: before && step(before, queue),
    stepTo: (call) => step(call, queue),
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
