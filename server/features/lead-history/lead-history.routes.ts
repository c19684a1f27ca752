import { leadHistory } from '#shared/leads/lead-history.ts';
import { listHistory } from '#server/features/lead-history/lead-history.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadHistoryRoutes(server: Server): void {
  serve(server, leadHistory.list, async ({ scope, params, query }) => {
    const reading = await scope.readingOwner('leads', params.id, UNKNOWN_LEAD);
    return await listHistory(reading, params.id, query);
  });
}
