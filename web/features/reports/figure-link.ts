import { listOfFigure } from '#shared/report-lists.ts';
import type { FigureList } from '#shared/report-lists.ts';
import type { PeopleFigures, ReportDays } from '#shared/reports.ts';
import { DEFAULT_STATE, writeListState } from '#web/leads/list-state.ts';
import type { ListState } from '#web/leads/list-state.ts';
import { paths } from '#web/paths.ts';

/** The address of the list behind a figure; undefined where no list shows exactly its rows. */
export function figureLink(
  key: keyof PeopleFigures,
  { days, clientId = '' }: { days: ReportDays; clientId: string | undefined },
  people?: readonly string[],
): string | undefined {
  const found = listOfFigure(key, days, people);
  if (!found) return undefined;
  const { list, query } = found;
  if (list === 'leads') {
    const { is_duplicate, ...filters } = query;
    const state = { ...DEFAULT_STATE, ...filters, client_id: clientId } as ListState;
    if (is_duplicate === 'false') state.duplicates = 'none';
    return `${paths.leads}?${writeListState(state)}`;
  }
  const search = searchOf(query);
  if (clientId) search.set('client_id', clientId);
  return `${list === 'calls' ? paths.calls : paths.reminders}?${search}`;
}

/** Follow Ups name their groups, and show everybody's to people who usually see their own. */
function searchOf({ is_completed, ...query }: FigureList['query']): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, one);
  if (is_completed === 'true') search.set('group', 'completed');
  if (is_completed !== undefined && !search.has('user_id')) search.set('mine', 'false');
  return search;
}
