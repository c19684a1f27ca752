import { useCallback, useState } from 'react';
import { BackupState } from '#web/features/backups/BackupState.tsx';
import { ClientList } from '#web/features/clients/ClientList.tsx';
import type { ClientPopup } from '#web/features/clients/client-popup.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { AddButton } from '#web/ui/AddButton.tsx';

const ClientPopups = loadable(
  async () => (await import('#web/pages/settings/ClientPopups.tsx')).ClientPopups,
);

export function ClientsPanel() {
  const [params, change] = useListParams();
  const [popup, setPopup] = useState<ClientPopup>();
  const onSearch = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <>
      <SearchBar
        label="Search clients"
        placeholder="Search by name or schema..."
        search={params.search}
        onSearch={onSearch}
      >
        <AddButton onClick={() => setPopup({ kind: 'add' })}>Add Client</AddButton>
      </SearchBar>
      <BackupState />
      <ClientList params={params} onChange={change} onOpen={setPopup} />
      {popup && <ClientPopups popup={popup} onClose={() => setPopup(undefined)} />}
    </>
  );
}
