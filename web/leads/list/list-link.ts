import type { Location } from 'react-router';
import { paths } from '#web/paths.ts';

const FROM = 'from';

/** Marks for the edit page that one step back is the lead. */
export const FROM_LEAD = { fromLead: true };

/**
 * The address of a lead opened from a list. `from` holds the list's own address, so that the lead's page can
 * link to the previous and next lead and survives a reload.
 */
export function leadLink(id: string, listSearch: URLSearchParams | string = ''): string {
  return paths.lead(id) + fromList(listSearch);
}

/** The address of 'Log a Call' for a lead in a list. The list is the queue of calls. */
export function callLink(id: string, listSearch: URLSearchParams | string = ''): string {
  return paths.logCall(id) + fromList(listSearch);
}

function fromList(listSearch: URLSearchParams | string): string {
  const from = String(listSearch).replace(/^\?/, '');
  // An empty `from` still means that the lead was opened from the list in its default state.
  return `?${new URLSearchParams({ [FROM]: from })}`;
}

/** The query of the list that a lead was opened from; undefined when the lead was opened directly. */
export function listSearchOf({ search }: Pick<Location, 'search'>): URLSearchParams | undefined {
  const from = new URLSearchParams(search).get(FROM);
  return from === null ? undefined : new URLSearchParams(from);
}

/** The address of the list as it was left. */
export function listLink(listSearch: URLSearchParams | undefined): string {
  const search = listSearch?.toString();
  return search ? `${paths.leads}?${search}` : paths.leads;
}
