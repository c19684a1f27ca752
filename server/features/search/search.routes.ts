import { MOST_FOUND, search } from '#shared/activities/search.ts';
import { withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { listFirstLeads } from '#server/leads/list/leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function searchRoutes(server: Server): void {
  serve(server, search.find, async ({ scope, query }) => {
    const reading = await scope.reading();
    const filters = await readyFilters(reading, { search: query.q, show_all: true });
    const newest = { sort_by: 'created_at', sort_order: 'desc' } as const;
    return { data: await withClients(scope, await listFirstLeads(reading, filters, newest, MOST_FOUND)) };
  });
}
