import { useState } from 'react';
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const ImportDialog = loadable(
  async () => (await import('#web/features/lead-import/ImportDialog.tsx')).ImportDialog,
);

export function DashboardPage() {
  const [imports, setImports] = useState(false);
  return (
    <>
      <Dashboard onImport={() => setImports(true)} />
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </>
  );
}
