import { callLogs } from '#shared/call-logs.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { listCallsOfLead } from './call-logs.queries.ts';

export function callLogRoutes(server: Server): void {
  serve(server, callLogs.forLead, async ({ scope, params }) => ({
    data: await listCallsOfLead(await scope.reading(), params.id),
  }));
}
