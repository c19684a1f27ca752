import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { isRep } from '#shared/accounts/permissions.ts';
import { Dashboard, useFigures } from '#web/features/dashboard/Dashboard.tsx';
import { MyDay, useDay } from '#web/features/reminders/day/MyDay.tsx';
import { TeamTargets, useTeamTargets } from '#web/features/targets/TeamTargets.tsx';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';

const ImportDialog = loadable(
  async () => (await import('#web/features/lead-import/ImportDialog.tsx')).ImportDialog,
);

const OwnTargets = loadable(async () => (await import('#web/features/targets/OwnTargets.tsx')).OwnTargets);

/**
 * Reps start with their day and see the figures below it; managers and admins of a company start with the
 * targets of their team, if it has any, and everybody else with the figures.
 */
export function DashboardPage() {
  const [imports, setImports] = useState(false);
  const { role, seesAllClients } = useUser();
  const setsTargets = useCan('targets.manage') && !seesAllClients;
  const figures = <Dashboard onImport={() => setImports(true)} />;
  return (
    <MessageProvider>
      {isRep(role.name) ? (
        <DayFirst>{figures}</DayFirst>
      ) : (
        <FiguresFirst withTargets={setsTargets}>{figures}</FiguresFirst>
      )}
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </MessageProvider>
  );
}

/**
 * The figures wait for the day above them, so that nothing moves when the day arrives and nothing delays it.
 */
function DayFirst({ children }: { children: ReactNode }) {
  const { isPending } = useDay();
  const isDayShown = useDeferredValue(!isPending, false);
  return (
    <>
      <MyDay />
      {isDayShown && (
        <>
          <OwnTargets />
          {children}
        </>
      )}
    </>
  );
}

/** Everything is loaded at the same time, but shown after what stands above it, so that no row moves away. */
function FiguresFirst({ withTargets, children }: { withTargets: boolean; children: ReactNode }) {
  const targets = useTeamTargets({ isWanted: withTargets });
  const figures = useFigures();
  return (
    <>
      {targets.data && <TeamTargets of={targets.data.data} />}
      <div hidden={targets.isLoading}>{children}</div>
      <div hidden={targets.isLoading || figures.isLoading}>
        <MyDay />
        <OwnTargets />
      </div>
    </>
  );
}
