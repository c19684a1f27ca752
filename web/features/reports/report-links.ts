import { formatDay } from '#shared/values/dates.ts';
import { listOfFigure } from '#shared/activities/report-lists.ts';
import type { FigureList } from '#shared/activities/report-lists.ts';
import type { PeopleFigures, ReportDays } from '#shared/activities/reports.ts';
import { DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { paths } from '#web/paths.ts';

/** The client and the days of a report. */
export type ReportOf = { clientId: string | undefined; days: ReportDays };

/** A lead list that counts as reports do: without archived leads and duplicates. */
function listOf({ clientId = '' }: ReportOf, filters: Partial<ListState>): string {
  const state = { ...DEFAULT_STATE, client_id: clientId, duplicates: 'none' as const, ...filters };
  return `${paths.leads}?${writeListState(state)}`;
}

/** The list of the new leads in a report's days, optionally narrowed by filters. */
export const newLeadsLink = (of: ReportOf, filters: Partial<ListState> = {}) =>
  listOf(of, { from_date: of.days.from_date, to_date: of.days.to_date, ...filters });

/** The list of the leads won in a report's days that are still won. */
export const wonLeadsLink = (of: ReportOf, filters: Partial<ListState> = {}) => {
  const { from_date: converted_from, to_date: converted_to } = of.days;
  return listOf(of, { meaning: 'won', converted_from, converted_to, ...filters });
};

/** The list for a figure of people; undefined when no list shows exactly its rows. */
export function figureLink(
  key: keyof PeopleFigures,
  of: ReportOf,
  people?: readonly string[],
): string | undefined {
  const found = listOfFigure(key, of.days, people);
  if (!found) return undefined;
  const { list, query } = found;
  if (list === 'leads') {
    const { is_duplicate: _, ...filters } = query;
    return listOf(of, filters);
  }
  const search = searchOf(query);
  if (of.clientId) search.set('client_id', of.clientId);
  return `${list === 'calls' ? paths.calls : paths.reminders}?${search}`;
}

/**
 * Follow Ups has its own names for its groups, and needs to show everybody's reminders to people who usually
 * see their own.
 */
function searchOf({ is_completed, ...query }: FigureList['query']): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, one);
  if (is_completed === 'true') search.set('group', 'completed');
  if (is_completed !== undefined && !search.has('user_id')) search.set('mine', 'false');
  return search;
}

/** `01/10/2026 to 31/10/2026`, and one day as `01/10/2026`. */
export const daysText = ({ from_date, to_date }: ReportDays) =>
  from_date === to_date ? formatDay(from_date) : `${formatDay(from_date)} to ${formatDay(to_date)}`;
