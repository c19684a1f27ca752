import { SourceList } from '#web/features/sources/SourceList.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { AddingPanel } from '#web/pages/settings/AddingPanel.tsx';

const SourcePopups = loadable(
  async () => (await import('#web/features/sources/SourcePopups.tsx')).SourcePopups,
);

/** The sources of leads, with their form, their deliveries and their fields. */
export function SourcesPanel() {
  return <AddingPanel label="Add Source" List={SourceList} Popups={SourcePopups} />;
}
