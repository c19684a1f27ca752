import { listLink } from './list-link.ts';
import { ALL_LEADS, DEFAULT_STATE, writeListState } from './list-state.ts';

/** The address of the list of leads that an import created or changed. */
export function importedLeads(import_id: string, clientId: string | undefined): string {
  const state = {
    ...DEFAULT_STATE,
    view: ALL_LEADS,
    archived: 'all' as const,
    import_id,
    client_id: clientId ?? '',
  };
  return listLink(writeListState(state));
}
