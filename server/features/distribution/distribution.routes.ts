import { distribution } from '#shared/company/distribution.ts';
import {
  UNKNOWN_PERSON,
  getDistribution,
  previewRules,
  saveRules,
  setLimit,
  setPromise,
} from '#server/features/distribution/distribution.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function distributionRoutes(server: Server): void {
  serve(server, distribution.get, async ({ scope, query }) => ({
    data: await getDistribution(await scope.reading(query.client_id)),
  }));
  serve(server, distribution.save, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'rule');
    const data = await saveRules(inside, body.rules, body.version);
    await audit('distribution_changed', {
      clientId: inside.client.id,
      details: { rules: body.rules.length },
    });
    return { data, message: 'Rules saved' };
  });
  serve(server, distribution.preview, async ({ scope, query, body }) => ({
    data: await previewRules(await scope.writingIn(query.clientId, 'rule'), body.rules),
  }));
  serve(server, distribution.setPromise, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'promise');
    await setPromise(inside, body.minutes);
    const details = { promise_minutes: body.minutes };
    await audit('distribution_changed', { clientId: inside.client.id, details });
    return { data: { minutes: body.minutes }, message: 'Promise saved' };
  });
  serve(server, distribution.setLimit, async ({ scope, params, query, body, audit }) => {
    const inside = await scope.changingIn(query.clientId, 'user', UNKNOWN_PERSON);
    await setLimit(inside, params.id, body.max_open_leads);
    const about = { clientId: inside.client.id, objectId: params.id };
    await audit('user_limit_changed', { ...about, details: { max_open_leads: body.max_open_leads } });
    return { data: params, message: 'Limit saved' };
  });
}
