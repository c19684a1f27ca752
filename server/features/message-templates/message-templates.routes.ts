import { messageTemplates } from '#shared/leads/message-templates.ts';
import {
  UNKNOWN_TEMPLATE,
  arrangeTemplates,
  createTemplate,
  listTemplates,
  removeTemplate,
  updateTemplate,
} from '#server/features/message-templates/message-templates.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function messageTemplateRoutes(server: Server): void {
  serve(server, messageTemplates.list, async ({ scope, query }) => ({
    data: await listTemplates(await scope.reading(query.client_id)),
  }));
  serve(server, messageTemplates.create, async ({ scope, query, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.writingIn(query.clientId, 'template');
    const { made, isReplay } = await createTemplate(client, body, key);
    sayReplayed(reply, isReplay);
    return { data: made, message: 'Template saved' };
  });
  serve(server, messageTemplates.update, async ({ scope, params, query, body }) => {
    await updateTemplate(
      await scope.changingIn(query.clientId, 'template', UNKNOWN_TEMPLATE),
      params.id,
      body,
    );
    return { data: params, message: 'Template saved' };
  });
  serve(server, messageTemplates.remove, async ({ scope, params, query }) => {
    await removeTemplate(await scope.changingIn(query.clientId, 'template', UNKNOWN_TEMPLATE), params.id);
    return { data: params, message: 'Template deleted' };
  });
  serve(server, messageTemplates.arrange, async ({ scope, query, body }) => {
    await arrangeTemplates(await scope.writingIn(query.clientId, 'template'), body.order);
    return { data: {} };
  });
}
