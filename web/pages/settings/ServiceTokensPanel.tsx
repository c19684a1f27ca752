import { ServiceTokenList } from '#web/features/access-tokens/ServiceTokenList.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { AddingPanel } from '#web/pages/settings/AddingPanel.tsx';

const NewTokenDialog = loadable(
  async () => (await import('#web/features/access-tokens/NewTokenDialog.tsx')).NewTokenDialog,
);

const NewServiceToken = ({ onClose }: { onClose: () => void }) => (
  <NewTokenDialog kind="service" onClose={onClose} />
);

/** The tokens of the client's own programs, with the form for a new one. */
export function ServiceTokensPanel() {
  return <AddingPanel label="New Service Token" List={ServiceTokenList} Popups={NewServiceToken} />;
}
