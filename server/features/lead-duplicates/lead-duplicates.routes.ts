import { COLLEAGUE_WORKS, leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import {
  findDuplicates,
  wholeQuery,
  worksForColleague,
} from '#server/features/lead-duplicates/lead-duplicates.queries.ts';
import { mergeLeads } from '#server/features/lead-duplicates/lead-merge.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadDuplicateRoutes(server: Server): void {
  serve(server, leadDuplicates.find, async ({ scope, query }) => {
    const reading = await scope.reading(query.client_id);
    const asked = await wholeQuery(reading, query);
    const [data, isColleagues] = await Promise.all([
      findDuplicates(reading, asked),
      worksForColleague(reading, asked),
    ]);
    return { data, ...(isColleagues && { message: COLLEAGUE_WORKS }) };
  });
  serveIdempotent(server, leadDuplicates.merge, async ({ scope, params: { id }, body }) => {
    const client = await scope.owning('leads', id, UNKNOWN_LEAD);
    return { data: await mergeLeads(client, id, body.lead_id, body.fields), message: 'Leads merged' };
  });
}
