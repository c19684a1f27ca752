import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/field-configuration.ts';
import { audit } from '#server/db/system-scope.ts';
import { NotFound } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { currentConfiguration, updateFieldConfiguration } from './field-configuration.queries.ts';

export function fieldConfigurationRoutes(server: Server): void {
  serve(server, fieldConfiguration.get, async ({ scope, params, query }) => {
    const reading = await scope.reading(params.tenantId);
    if (!reading.client) throw new NotFound('This client does not exist.');
    const isAsked = query.configKey === undefined || query.configKey === LEAD_CONFIG_KEY;
    if (!isAsked) return { data: { configurations: [] } };
    const { config_value, version } = await currentConfiguration(reading);
    return {
      data: { configurations: [{ config_key: LEAD_CONFIG_KEY, effective_value: config_value, version }] },
    };
  });
  serve(server, fieldConfiguration.update, async ({ scope, params, body, request }) => {
    const client = await scope.writingIn(params.tenantId);
    const changed = await updateFieldConfiguration(client, body.config_value, body.version);
    await audit(scope.core, {
      action: 'fields_configured',
      actor: scope.user,
      clientId: client.client.id,
      details: { fields: Object.keys(body.config_value).join(', ') },
      requestId: request.id,
      address: request.ip,
    });
    return { data: changed };
  });
}
