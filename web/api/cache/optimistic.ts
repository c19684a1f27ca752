import type { Query, QueryClient } from '@tanstack/react-query';
import { callLogs } from '#shared/activities/call-logs.ts';
import type { CallLog } from '#shared/activities/call-logs.ts';
import { dayOf, zoneOf } from '#shared/values/dates.ts';
import type { Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadPage } from '#shared/leads/lead-page.ts';
import type { LeadPage } from '#shared/leads/lead-page.ts';
import { leads } from '#shared/leads/leads.ts';
import { ROWS_OF_GROUP, myDay } from '#shared/activities/my-day.ts';
import type { MyDay } from '#shared/activities/my-day.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { mapRows } from '#web/api/cache/rows.ts';
import { currentSession } from '#web/session/session-store.ts';

/** Changes the data of one response; `path` and `input` say which call it answers. */
type Edit = (data: unknown, path: string, input: Asked) => unknown;
type Asked = { params?: { id?: string }; query?: { type?: string } } | undefined;
type Answered<Data> = { data: Data };

/** The changes that are shown before the server has answered, by their call. */
const OPTIMISTIC: Record<string, (input: never) => Edit> = {
  [nameOf(reminders.complete)]: ({ params }: InputOf<typeof reminders.complete>) => completed(params.id),
  [nameOf(reminders.update)]: ({ params, body }: InputOf<typeof reminders.update>) =>
    body.reminder_date ? moved(params.id, body.reminder_date) : (data) => data,
  [nameOf(leadNotes.create)]: ({ params, body }: InputOf<typeof leadNotes.create>) =>
    withEntry(params.id, {
      ...entry(),
      type: 'note',
      body: body.body,
      version: 0,
      user_id: null,
      edited_at: null,
    }),
  [nameOf(leads.setArchived)]:
    ({ params, body }: InputOf<typeof leads.setArchived>) =>
    (data) =>
      mapRows(data, (row) => (row['id'] === params.id && 'is_archived' in row ? { ...row, ...body } : row)),
  [nameOf(callLogs.create)]: ({ body }: InputOf<typeof callLogs.create>) => called(body),
};

function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/**
 * Shows a change in every cached response before the server has answered. Returns a function that takes it
 * back, for a refusal; undefined if nothing was shown.
 */
export function showOptimistically(
  queries: QueryClient,
  endpoint: Endpoint,
  input: unknown,
): (() => void) | undefined {
  const edit = OPTIMISTIC[nameOf(endpoint)]?.(input as never);
  if (!edit) return undefined;
  const shown = queries
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const before: unknown = query.state.data;
      const after = before && edit(before, String(query.queryKey[3]), query.queryKey[4] as Asked);
      if (after === before) return [];
      // A response on its way does not include the change.
      void query.cancel({ revert: true });
      put(query, after);
      // Parts that are equal are shared, so what is stored is another object.
      return [{ query, before, after: query.state.data }];
    });
  if (shown.length === 0) return undefined;
  return () => {
    for (const { query, before, after } of shown) if (query.state.data === after) put(query, before);
  };
}

function put(query: Query, data: unknown): void {
  const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
  query.setData(data, { updatedAt, manual: true });
  if (isInvalidated) query.invalidate();
}

const isSent = (id: string) => (row: { id: string }) => row.id === id;

/** A follow-up is gone from the day and from its lead, and completed in lists. */
function completed(id: string): Edit {
  return (data, path) => {
    if (path === myDay.get.path) return withDay(data, (day) => takeOut(day, id));
    if (path === leadPage.get.path)
      return withPage(data, (page) =>
        withSteps(
          page,
          page.reminders.filter((row) => row.id !== id),
        ),
      );
    return mapRows(data, (row) =>
      row['id'] === id && 'is_completed' in row ? { ...row, is_completed: true } : row,
    );
  };
}

/** Moves a follow-up to another time: on My Day it may change its group. */
function moved(id: string, to: string): Edit {
  return (data, path) => {
    const next = mapRows(data, (row) =>
      row['id'] === id && 'reminder_date' in row ? { ...row, reminder_date: to } : row,
    );
    if (next === data) return data;
    if (path === myDay.get.path) return withDay(next, (day) => regrouped(day, id));
    return path === leadPage.get.path ? withPage(next, (page) => withSteps(page, page.reminders)) : next;
  };
}

/** A call is in the lead's history, the follow-up it met is done, and a new lead is no longer new. */
function called({ lead_id, completes_reminder_id, ...call }: InputOf<typeof callLogs.create>['body']): Edit {
  const row = { ...entry(), ...callIn(call) };
  const inTimeline = withEntry(lead_id, { ...row, type: 'call' });
  const met = completes_reminder_id ? completed(completes_reminder_id) : undefined;
  return (data, path, asked) => {
    const next = inTimeline(met ? met(data, path, asked) : data, path, asked);
    if (path === myDay.get.path) return withDay(next, (day) => takeOut(day, lead_id, ['new', 'unassigned']));
    if (path !== leadPage.get.path) return next;
    return withPage(next, (page) => {
      if (page.lead.id !== lead_id) return page;
      const { id, firstName, lastName } = currentSession().user ?? {};
      const by = { user_id: id ?? null, called_by: id ?? null, user_name: [firstName, lastName].join(' ') };
      const made: CallLog = {
        ...row,
        ...by,
        lead_id,
        lead_name: page.lead.name,
        clientId: page.lead.clientId,
        call_date: row.at,
      };
      return { ...page, calls: [made, ...page.calls] };
    });
  };
}

type NewCall = Omit<InputOf<typeof callLogs.create>['body'], 'lead_id' | 'completes_reminder_id'>;

const callIn = ({ call_type, call_status, call_outcome, duration, notes, call_date }: NewCall) => ({
  ...(call_date && { at: call_date }),
  call_type: call_type ?? 'outbound',
  call_status: call_status ?? 'completed',
  call_outcome: call_outcome ?? null,
  duration,
  seconds: null,
  has_recording: false,
  notes,
});

/** The start of a new entry; its id is replaced when the timeline is read again. */
function entry(): Pick<HistoryEntry, 'id' | 'at' | 'user_name'> {
  const { user } = currentSession();
  const at = new Date().toISOString();
  return { id: `ahead ${at}`, at, user_name: user ? `${user.firstName} ${user.lastName}`.trim() : null };
}

function withEntry(leadId: string, added: HistoryEntry): Edit {
  return (data, path, asked) => {
    if (asked?.params?.id !== leadId) return data;
    if (path === leadPage.get.path)
      return withPage(data, (page) => {
        const { timeline } = page;
        return { ...page, timeline: { ...timeline, entries: [added, ...timeline.entries] } };
      });
    const isOfType = path === leadHistory.list.path && asked.query?.type === added.type;
    if (!isOfType) return data;
    const list = data as Answered<HistoryEntry[]>;
    return { ...list, data: [added, ...list.data] };
  };
}

function withPage(data: unknown, edit: (page: LeadPage) => LeadPage): unknown {
  const answer = data as Answered<LeadPage>;
  const next = edit(answer.data);
  return next === answer.data ? data : { ...answer, data: next };
}

/** The lead with these open follow-ups, the earliest of which is its next step. */
function withSteps(page: LeadPage, open: readonly Reminder[]): LeadPage {
  const sorted = open.toSorted(byDate);
  const isSame =
    sorted.length === page.reminders.length && sorted.every((row, at) => row === page.reminders[at]);
  const next_followup_date = sorted[0]?.reminder_date ?? null;
  if (isSame && page.lead.next_followup_date === next_followup_date) return page;
  return { ...page, reminders: sorted, lead: { ...page.lead, next_followup_date } };
}

const byDate = (one: Reminder, other: Reminder) =>
  Date.parse(one.reminder_date) - Date.parse(other.reminder_date);

const DUE = ['overdue', 'today', 'tomorrow', 'later'] as const;
type Due = (typeof DUE)[number];
type GroupName = Due | 'no_next_step' | 'new' | 'unassigned';
const GROUPS: readonly GroupName[] = [...DUE, 'no_next_step', 'new', 'unassigned'];

function withDay(data: unknown, edit: (day: MyDay) => MyDay): unknown {
  const answer = data as Answered<MyDay>;
  const next = edit(answer.data);
  return next === answer.data ? data : { ...answer, data: next };
}

/** The day without a row. */
function takeOut(day: MyDay, id: string, groups = GROUPS): MyDay {
  const from = groups.find((name) => day[name].rows.some(isSent(id)));
  if (!from) return day;
  const { rows, total, ...rest } = day[from];
  const left = (rows as { id: string }[]).filter((row) => row.id !== id);
  return { ...day, [from]: { ...rest, rows: left, total: total - 1 } };
}

/** The day with a follow-up in the group of its time. */
function regrouped(day: MyDay, id: string): MyDay {
  const row = DUE.flatMap((name) => day[name].rows).find(isSent(id));
  if (!row) return day;
  const without = takeOut(day, id);
  const to = groupOf(row);
  const { rows, total, ...rest } = without[to];
  const placed = [...rows, row].toSorted(byDate).slice(0, ROWS_OF_GROUP);
  return { ...without, [to]: { ...rest, rows: placed, total: total + 1 } };
}

/** The group of a follow-up by the calendar of its client. */
function groupOf({ reminder_date, client_time_zone }: Reminder): Due {
  const zone = client_time_zone ?? zoneOf(currentSession().user?.client);
  const due = new Date(reminder_date);
  const now = new Date();
  if (due < now) return 'overdue';
  const day = dayOf(due, zone);
  if (day === dayOf(now, zone)) return 'today';
  const tomorrow = new Date(Date.parse(dayOf(now, zone)) + 86_400_000).toISOString().slice(0, 10);
  return day === tomorrow ? 'tomorrow' : 'later';
}
