import { auditLog } from '#shared/accounts/audit.ts';
import { listAudit } from '#server/features/audit/audit.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function auditRoutes(server: Server): void {
  serve(server, auditLog.list, async ({ scope, query }) => await listAudit(scope, query));
}
