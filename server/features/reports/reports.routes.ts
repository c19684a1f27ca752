import { reports } from '#shared/reports.ts';
import { getPeopleReport } from '#server/features/reports/people-report.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function reportRoutes(server: Server): void {
  serve(server, reports.people, async ({ scope, query }) => ({
    data: await getPeopleReport(scope, await scope.reading(query.client_id), query),
  }));
}
