import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { findDuplicates } from '#server/features/lead-duplicates/lead-duplicates.queries.ts';
import { mergeLeads } from '#server/features/lead-duplicates/lead-merge.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/leads/leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadDuplicateRoutes(server: Server): void {
  serve(server, leadDuplicates.find, async ({ scope, query }) => ({
    data: await findDuplicates(await scope.reading(query.client_id), query),
  }));
  serve(server, leadDuplicates.merge, async ({ scope, params: { id }, body }) => {
    const client = await scope.owning('leads', id, UNKNOWN_LEAD);
    const operation_id = await mergeLeads(client, id, body.lead_id, body.fields);
    return { data: { lead: await getLead(client, id), operation_id }, message: 'Leads merged' };
  });
}
