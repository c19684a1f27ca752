import { reports } from '#shared/activities/reports.ts';
import { getFunnelReport } from '#server/features/reports/funnel-report.queries.ts';
import { getPeopleReport } from '#server/features/reports/people-report.queries.ts';
import { setSourceCosts } from '#server/features/reports/source-costs.queries.ts';
import { getSourceReport } from '#server/features/reports/source-report.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function reportRoutes(server: Server): void {
  serve(server, reports.people, async ({ scope, query }) => ({
    data: await getPeopleReport(scope, await scope.reading(query.client_id), query),
  }));
  serve(server, reports.sources, async ({ scope, query }) => ({
    data: await getSourceReport(await scope.reading(query.client_id), query),
  }));
  serve(server, reports.funnel, async ({ scope, query }) => ({
    data: await getFunnelReport(await scope.reading(query.client_id), query),
  }));
  serve(server, reports.setCost, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'cost');
    await setSourceCosts(inside, [body]);
    await audit('source_cost_changed', { clientId: inside.client.id, details: body });
    return { data: body, message: body.cost === null ? 'Cost removed' : 'Cost saved' };
  });
  serve(server, reports.setCosts, async ({ scope, query, body: { costs }, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'cost');
    await setSourceCosts(inside, costs);
    const { id: clientId } = inside.client;
    await audit('source_cost_changed', ...costs.map((details) => ({ clientId, details })));
    return { data: { entered: costs.length }, message: 'Costs saved' };
  });
}
