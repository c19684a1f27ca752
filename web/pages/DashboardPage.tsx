import { useDeferredValue, useState } from 'react';
import { Dashboard } from '#web/features/dashboard/Dashboard.tsx';
import { MyDay, useDay } from '#web/features/reminders/day/MyDay.tsx';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { useUser } from '#web/session/useSession.ts';

const ImportDialog = loadable(
  async () => (await import('#web/features/lead-import/ImportDialog.tsx')).ImportDialog,
);

const OwnTargets = loadable(async () => (await import('#web/features/targets/OwnTargets.tsx')).OwnTargets);

/** Reps start with their day and see the figures below it; everybody else starts with the figures. */
export function DashboardPage() {
  const [imports, setImports] = useState(false);
  const isRep = useUser().role.name === 'salesrep';
  const onImport = () => setImports(true);
  return (
    <MessageProvider>
      {isRep ? <DayFirst onImport={onImport} /> : <Dashboard onImport={onImport} />}
      {!isRep && (
        <>
          <OwnTargets />
          <MyDay />
        </>
      )}
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </MessageProvider>
  );
}

/**
 * The figures wait for the day above them, so that nothing moves when the day arrives and nothing delays it.
 */
function DayFirst({ onImport }: { onImport: () => void }) {
  const { isPending } = useDay();
  const isDayShown = useDeferredValue(!isPending, false);
  return (
    <>
      <MyDay />
      {isDayShown && (
        <>
          <OwnTargets />
          <Dashboard onImport={onImport} />
        </>
      )}
    </>
  );
}
