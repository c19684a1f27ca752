import { dashboard } from '#shared/dashboard.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';
import { withClients } from '#server/features/clients/clients.queries.ts';
import {
  getDashboard,
  listDueLeads,
  listHighValueLeads,
  listLeadsBy,
  listLeadsMeaning,
  listPendingReminders,
} from '#server/features/dashboard/dashboard.queries.ts';
import { getLeadFigures } from '#server/features/dashboard/lead-figures.queries.ts';
import type { PresentedLead } from '#server/leads/leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function dashboardRoutes(server: Server): void {
  serve(server, dashboard.get, async ({ scope, query }) => {
    const data = await getDashboard(await scope.reading(query.clientId));
    return { data: { ...data, recent_leads: await withClients(scope, data.recent_leads) } };
  });
  figureRoutes(server);
  leadRoutes(server);
  serve(server, dashboard.pendingReminders, async ({ scope, query }) => ({
    data: await withClients(
      scope,
      await listPendingReminders(await scope.reading(query.clientId), query.limit),
    ),
  }));
}

function figureRoutes(server: Server): void {
  const figures = async (scope: Scope, clientId: string | undefined) =>
    await getLeadFigures(await scope.reading(clientId));
  serve(server, dashboard.stats, async ({ scope, query }) => ({
    data: (await figures(scope, query.clientId)).stats,
  }));
  serve(server, dashboard.monthlyTrend, async ({ scope, query }) => ({
    data: (await figures(scope, query.clientId)).monthly_trend,
  }));
  serve(server, dashboard.leadsBySource, async ({ scope, query }) => ({
    data: (await figures(scope, query.clientId)).leads_by_source,
  }));
  serve(server, dashboard.leadsByStatus, async ({ scope, query }) => ({
    data: (await figures(scope, query.clientId)).leads_by_status,
  }));
}

function leadRoutes(server: Server): void {
  type Query = { clientId?: string | undefined; limit: number };
  const some = async (
    scope: Scope,
    { clientId, limit }: Query,
    list: (reading: ReadScope, limit: number) => Promise<PresentedLead[]>,
  ) => ({ data: await withClients(scope, await list(await scope.reading(clientId), limit)) });
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
