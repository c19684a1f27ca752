import { dashboard } from '#shared/activities/dashboard.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';
import { withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import {
  getDashboard,
  listDueLeads,
  listHighValueLeads,
  listLeadsBy,
  listLeadsMeaning,
  listPendingReminders,
} from '#server/features/dashboard/dashboard.queries.ts';
import { getLeadFigures } from '#server/features/dashboard/lead-figures.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function dashboardRoutes(server: Server): void {
  serve(server, dashboard.get, ({ scope, query }) =>
    shown(scope, query, async (reading, there) => {
      const data = await getDashboard(reading);
      return { ...data, recent_leads: await withClients(there, data.recent_leads) };
    }),
  );
  figureRoutes(server);
  leadRoutes(server);
  serve(server, dashboard.pendingReminders, ({ scope, query }) =>
    shown(
      scope,
      query,
      async (reading, there) => await withClients(there, await listPendingReminders(reading, query.limit)),
    ),
  );
}

/** A part of the dashboard; for all clients it may be read from the replica. */
async function shown<T>(
  scope: Scope,
  { clientId }: { clientId?: string | undefined },
  read: (reading: ReadScope, there: Scope) => Promise<T>,
): Promise<{ data: T }> {
  const part = async (there: Scope) => await read(await there.reading(clientId), there);
  return { data: await scope.onReplica('figures', clientId, part) };
}

function figureRoutes(server: Server): void {
  serve(server, dashboard.stats, ({ scope, query }) =>
    shown(scope, query, async (reading) => (await getLeadFigures(reading)).stats),
  );
  serve(server, dashboard.monthlyTrend, ({ scope, query }) =>
    shown(scope, query, async (reading) => (await getLeadFigures(reading)).monthly_trend),
  );
  serve(server, dashboard.leadsBySource, ({ scope, query }) =>
    shown(scope, query, async (reading) => (await getLeadFigures(reading)).leads_by_source),
  );
  serve(server, dashboard.leadsByStatus, ({ scope, query }) =>
    shown(scope, query, async (reading) => (await getLeadFigures(reading)).leads_by_status),
  );
}

function leadRoutes(server: Server): void {
  const some = async (
    scope: Scope,
    query: { clientId?: string | undefined; limit: number },
    list: (reading: ReadScope, limit: number) => Promise<PresentedLead[]>,
  ) =>
    await shown(
      scope,
      query,
      async (reading, there) => await withClients(there, await list(reading, query.limit)),
    );
  serve(server, dashboard.recentLeads, ({ scope, query }) =>
    some(scope, query, (reading, limit) =>
      listLeadsBy(reading, { sort_by: query.orderBy, sort_order: query.orderDirection }, limit),
    ),
  );
  serve(server, dashboard.highValueLeads, ({ scope, query }) => some(scope, query, listHighValueLeads));
  serve(server, dashboard.leadsRequiringFollowup, ({ scope, query }) => some(scope, query, listDueLeads));
  serve(server, dashboard.activeLeads, ({ scope, query }) =>
    some(scope, query, (reading, limit) => listLeadsMeaning(reading, 'open', limit)),
  );
  serve(server, dashboard.convertedLeads, ({ scope, query }) =>
    some(scope, query, (reading, limit) => listLeadsMeaning(reading, 'won', limit)),
  );
}
