import { leadMessages } from '#shared/leads/lead-messages.ts';
import { createMessage } from '#server/features/lead-messages/lead-messages.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

export function leadMessageRoutes(server: Server): void {
  serve(server, leadMessages.create, async ({ scope, params, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.owning('leads', params.id, UNKNOWN_LEAD);
    const { made, isReplay } = await createMessage(client, params.id, body, key);
    sayReplayed(reply, isReplay);
    return { data: made };
  });
}
