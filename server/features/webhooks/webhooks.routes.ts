import { webhooks } from '#shared/company/webhooks.ts';
import type { Scope } from '#server/db/scope.ts';
import {
  UNKNOWN_WEBHOOK,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replaceSecret,
  sendAgain,
  testWebhook,
  updateWebhook,
} from '#server/features/webhooks/webhooks.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const owning = async (scope: Scope, id: string) => await scope.owning('webhooks', id, UNKNOWN_WEBHOOK);
/** Only the host: the rest of the URL may contain the receiver's secret. */
const hostIn = (url: string) => ({ host: new URL(url).host });

export function webhookRoutes(server: Server): void {
  const { tokenKey } = server.database.installation;

  serve(
    server,
    webhooks.list,
    async ({ scope, query }) => await listWebhooks(await scope.reading(query.client_id), query),
  );

  serveIdempotent(server, webhooks.create, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'webhook');
    const data = await createWebhook(inside, tokenKey, body);
    const about = { clientId: inside.client.id, objectId: data.id, details: hostIn(body.url) };
    await audit('webhook_created', about);
    return { data, message: 'Please copy the secret now. It is shown only once.' };
  });

  serve(server, webhooks.update, async ({ scope, params: { id }, body, audit }) => {
    const inside = await owning(scope, id);
    const data = await updateWebhook(inside, id, body);
    const details = { ...(body.url && hostIn(body.url)), is_active: body.is_active ?? null };
    await audit('webhook_changed', { clientId: inside.client.id, objectId: id, details });
    return { data };
  });

  serve(server, webhooks.remove, async ({ scope, params: { id }, audit }) => {
    const inside = await owning(scope, id);
    const { url } = await removeWebhook(inside, id);
    await audit('webhook_deleted', { clientId: inside.client.id, objectId: id, details: hostIn(url) });
    return { data: { id } };
  });

  serveIdempotent(server, webhooks.replaceSecret, async ({ scope, params: { id }, audit }) => {
    const inside = await owning(scope, id);
    const { secret } = await replaceSecret(inside, tokenKey, id);
    await audit('webhook_secret_replaced', { clientId: inside.client.id, objectId: id });
    return { data: { secret }, message: 'Deliveries are signed with the new secret from now on.' };
  });

  serveIdempotent(server, webhooks.test, async ({ scope, params: { id } }) => ({
    data: await testWebhook(await owning(scope, id), id),
  }));

  serve(server, webhooks.deliveries, async ({ scope, params: { id }, query }) => {
    const inside = await scope.readingOwner('webhooks', id, UNKNOWN_WEBHOOK);
    return await listDeliveries(inside, id, query);
  });

  serveIdempotent(server, webhooks.sendAgain, async ({ scope, params: { id }, body: { delivery_id } }) => ({
    data: await sendAgain(await owning(scope, id), id, delivery_id),
  }));
}
