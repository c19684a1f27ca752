import { DEFAULT_STATE, writeListState } from '#web/leads/list-state.ts';
import type { ListState } from '#web/leads/list-state.ts';
import { paths } from '#web/paths.ts';

/**
 * The address of the list of leads that a number of the dashboard counts; all its numbers leave out archived leads
 * and duplicates.
 */
export function countedLeads(clientId: string, filters: Partial<ListState> = {}): string {
  return listOf({ client_id: clientId, duplicates: 'none', ...filters });
}

/** The address of the list in the order of 'Next Follow-up Leads'. */
export function nextFollowUps(clientId: string): string {
  return listOf({ client_id: clientId, sort_by: 'next_followup_date', sort_order: 'asc' });
}

function listOf(state: Partial<ListState>): string {
  const search = writeListState({ ...DEFAULT_STATE, ...state }).toString();
  return search ? `${paths.leads}?${search}` : paths.leads;
}

/** First and last day of a month such as `2026-06`. */
export function daysOfMonth(month: string): { from_date: string; to_date: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from_date: `${month}-01`, to_date: `${month}-${last}` };
}

/** `Jun 2026` */
export function monthLabel(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return first.toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
}
