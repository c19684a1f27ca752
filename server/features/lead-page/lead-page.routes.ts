import { leadPage } from '#shared/leads/lead-page.ts';
import { getLeadPage } from '#server/features/lead-page/lead-page.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadPageRoutes(server: Server): void {
  serve(server, leadPage.get, async ({ scope, params }) => ({ data: await getLeadPage(scope, params.id) }));
}
