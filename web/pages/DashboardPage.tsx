import { Suspense, lazy, useState } from 'react';
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/lead-import/ImportDialog.tsx')).ImportDialog,
}));

export default function DashboardPage() {
  const [imports, setImports] = useState(false);
  return (
    <>
      <Dashboard onImport={() => setImports(true)} />
      <Suspense>{imports && <ImportDialog onClose={() => setImports(false)} />}</Suspense>
    </>
  );
}
