import type { FastifyRequest } from 'fastify';
import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { configurationsOf, forgetAnnounced } from '#server/leads/settings/field-options.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { addField, removeField, restoreField, updateFieldConfiguration } from './field-changes.queries.ts';
import { currentConfiguration } from './field-configuration.queries.ts';

export function fieldConfigurationRoutes(server: Server): void {
  const unsubscribe = forgetAnnounced(server.database);
  server.app.addHook('onClose', async () => unsubscribe());
  serve(server, fieldConfiguration.get, async ({ scope, params, query }) => {
    const reading = await scope.reading(params.tenantId);
    if (!reading.client) throw new NotFound(UNKNOWN_CLIENT);
    const isAsked = query.configKey === undefined || query.configKey === LEAD_CONFIG_KEY;
    if (!isAsked) return { data: { configurations: [] } };
    const { config_value, ...rest } = await currentConfiguration(reading);
    return {
      data: { configurations: [{ config_key: LEAD_CONFIG_KEY, effective_value: config_value, ...rest }] },
    };
  });
  serve(server, fieldConfiguration.ofClients, async ({ scope, query }) => ({
    data: { configurations: await configurationsOf(await scope.reading(), query.ids) },
  }));
  serve(server, fieldConfiguration.update, async ({ scope, params, body, request, audit }) => {
    const client = await scope.writingIn(params.tenantId);
    const changed = await updateFieldConfiguration(client, body.config_value, body.version);
    await audit(
      'fields_configured',
      of(client, request, { fields: Object.keys(body.config_value).join(', ') }),
    );
    return { data: changed };
  });
  serveIdempotent(server, fieldConfiguration.add, async ({ scope, params, body, request, audit }) => {
    const client = await scope.writingIn(params.tenantId);
    const added = await addField(client, body);
    await audit('fields_configured', of(client, request, { added: body.title, fields: added.key }));
    return { data: added };
  });
  serve(server, fieldConfiguration.remove, async ({ scope, params, query, request, audit }) => {
    const client = await scope.writingIn(params.tenantId);
    const { title, ...changed } = await removeField(client, params.key, query.version);
    await audit('fields_configured', of(client, request, { removed: title, fields: params.key }));
    return { data: changed };
  });
  serveIdempotent(server, fieldConfiguration.restore, async ({ scope, params, query, request, audit }) => {
    const client = await scope.writingIn(params.tenantId);
    const { title, ...changed } = await restoreField(client, params.key, query.version);
    await audit('fields_configured', of(client, request, { restored: title, fields: params.key }));
    return { data: changed };
  });
}

/** For the audit log. */
const of = ({ client }: ClientScope, { ip }: FastifyRequest, details: Record<string, string>) => ({
  clientId: client.id,
  address: ip,
  details,
});
