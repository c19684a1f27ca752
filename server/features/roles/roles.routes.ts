import { roles } from '#shared/accounts/roles.ts';
import { listRoles } from '#server/features/roles/roles.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function roleRoutes(server: Server): void {
  serve(server, roles.list, async ({ scope, query }) => ({
    data: { roles: await listRoles(scope, query.search) },
  }));
}
