import { DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { paths } from '#web/paths.ts';

/**
 * The address of the lead list with the leads that a dashboard number counts. All its numbers exclude
 * archived leads and duplicates.
 */
export function countedLeads(clientId: string, filters: Partial<ListState> = {}): string {
  return listOf({ client_id: clientId, duplicates: 'none', ...filters });
}

/** The address of the lead list with the leads from a source; null: from none. */
export const leadsFrom = (clientId: string, source: string | null): string =>
  countedLeads(clientId, source === null ? { no_source: 'true' } : { source: [source] });

/** The address of the lead list in the order of 'Next Follow-up Leads'. */
export function nextFollowUps(clientId: string): string {
  return listOf({ client_id: clientId, sort_by: 'next_followup_date', sort_order: 'asc' });
}

/** The address of the lead list with these filters. */
export function listOf(state: Partial<ListState>): string {
  const search = writeListState({ ...DEFAULT_STATE, ...state }).toString();
  return search ? `${paths.leads}?${search}` : paths.leads;
}
