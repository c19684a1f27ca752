import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboard } from '#shared/activities/dashboard.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/dashboard/Dashboard.module.css';
import type { Load } from '#web/features/dashboard/DashboardCard.tsx';
import { FirstSteps } from '#web/features/dashboard/FirstSteps.tsx';
import { FollowUpLeads } from '#web/features/dashboard/FollowUpLeads.tsx';
import { LeadSources } from '#web/features/dashboard/LeadSources.tsx';
import { EmptyStatCards, StatCards } from '#web/features/dashboard/StatCards.tsx';
import { StatusFunnel } from '#web/features/dashboard/StatusFunnel.tsx';
import { TrendCard } from '#web/features/dashboard/TrendCard.tsx';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useHasClients } from '#web/pickers/useClients.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { ownKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';
import table from '#web/ui/lists/Table.module.css';

const WHOSE = {
  team: "These figures cover your team's leads.",
  own: 'These figures cover your leads.',
};

/** Loads the figures. A page that waits with its own content until they have loaded uses the same query. */
export function useFigures() {
  const [clientId = ''] = useChosenClient({ isStep: true });
  return useQuery({
    ...query(dashboard.get, { query: clientId ? { clientId } : {} }),
    // Colleagues' changes count as well, and reminders become overdue over time.
    staleTime: 0,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
}

/** The pipeline at a glance. All cards share one load, so that their numbers match. */
export function Dashboard({ onImport }: { onImport: () => void }) {
  const { seesAllClients, leadVisibility } = useUser();
  const [clientId = '', choose] = useChosenClient({ isStep: true });
  const hasClients = useHasClients();
  const mayBegin = useCan('leads.write');
  const fields = useFieldConfiguration(clientId);
  const loaded = useFigures();
  const data = loaded.data?.data;
  const load: Load = data ? 'done' : loaded.isError ? 'failed' : 'loading';
  const part = { load, clientId, onRetry: () => void loaded.refetch() };
  const total = data?.stats.total_leads ?? 0;
  const { isHidden, hide } = useHiddenSteps(clientId);
  return (
    <div className={classes.page} aria-busy={loaded.isPlaceholderData || undefined}>
      {load === 'loading' && (
        <p className={table.caption} role="status">
          Loading dashboard...
        </p>
      )}
      {seesAllClients && hasClients && (
        <div className={classes.client}>
          <ClientSelect value={clientId || null} placeholder="All clients" onChange={choose} clearable />
        </div>
      )}
      {leadVisibility !== 'company' && <p className={classes.whose}>{WHOSE[leadVisibility]}</p>}
      {mayBegin && data?.first_steps && !isHidden && (
        <FirstSteps clientId={clientId} steps={data.first_steps} onImport={onImport} onHide={hide} />
      )}
      {data ? (
        <StatCards data={data} clientId={clientId} />
      ) : (
        <EmptyStatCards isLoading={load === 'loading'} />
      )}
      <div className={classes.parts}>
        <TrendCard {...part} months={data?.monthly_trend ?? []} />
        <FollowUpLeads {...part} leads={data?.recent_leads ?? []} />
        <StatusFunnel
          {...part}
          statuses={data?.leads_by_status ?? []}
          options={fields.options('status')}
          total={total}
        />
        <LeadSources
          {...part}
          sources={data?.leads_by_source ?? []}
          options={fields.options('source')}
          total={total}
        />
      </div>
    </div>
  );
}

/** Whether the user has hidden the first steps of the client in this browser. */
function useHiddenSteps(clientId: string): { isHidden: boolean; hide: () => void } {
  const user = useUser();
  const key = ownKey('first-steps', { id: user.id, clientId: user.clientId ?? (clientId || null) });
  const [hidden, setHidden] = useState<string>();
  const put = (value: string | null) => {
    writePreference(key, value);
    setHidden(value === null ? undefined : key);
  };
  return {
    isHidden: hidden === key || readPreference(key) !== null,
    hide: () => {
      put('hidden');
      void showUndoable('The first steps are hidden', () => put(null));
    },
  };
}
