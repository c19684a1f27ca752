import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { getVisibility, updateVisibility } from '#server/features/lead-visibility/lead-visibility.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadVisibilityRoutes(server: Server): void {
  serve(server, leadVisibility.get, async ({ scope, params: { id } }) => ({
    data: await getVisibility(scope, id),
  }));
  serve(server, leadVisibility.update, async ({ scope, params: { id }, body, audit }) => {
    const data = await updateVisibility(scope, id, body);
    const { version: _, ...details } = data;
    await audit('visibility_changed', { clientId: id, objectId: id, details });
    return { data, message: 'Saved. It applies at once.' };
  });
}
