import { leadViews } from '#shared/leads/lead-views.ts';
import {
  UNKNOWN_VIEW,
  arrangeViews,
  createView,
  listViews,
  removeView,
  updateView,
} from '#server/features/lead-views/lead-views.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadViewRoutes(server: Server): void {
  serve(server, leadViews.list, async ({ scope, query }) => ({
    data: await listViews(await scope.reading(query.client_id)),
  }));
  serve(server, leadViews.create, async ({ scope, query, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.writingIn(query.clientId, 'view');
    const { made, isReplay } = await createView(client, body, key);
    sayReplayed(reply, isReplay);
    return { data: made };
  });
  serve(server, leadViews.update, async ({ scope, params, query, body }) => ({
    data: await updateView(await scope.changingIn(query.clientId, 'view', UNKNOWN_VIEW), params.id, body),
  }));
  serve(server, leadViews.remove, async ({ scope, params, query }) => ({
    data: await removeView(await scope.changingIn(query.clientId, 'view', UNKNOWN_VIEW), params.id),
  }));
  serve(server, leadViews.arrange, async ({ scope, query, body }) => {
    await arrangeViews(await scope.writingIn(query.clientId, 'view'), body);
    return { data: {} };
  });
}
