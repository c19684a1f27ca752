import { targets } from '#shared/targets.ts';
import {
  UNKNOWN_PERSON,
  changeTarget,
  copyTargets,
  getOwnTarget,
  listTargets,
} from '#server/features/targets/targets.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function targetRoutes(server: Server): void {
  serve(server, targets.own, async ({ scope }) => ({
    data: await getOwnTarget(await scope.reading(scope.user.client?.id)),
  }));
  serve(server, targets.list, async ({ scope, query: { month, client_id } }) => ({
    data: { month, people: await listTargets(await scope.reading(client_id), month) },
  }));
  serve(server, targets.change, async ({ scope, params: { id }, query, body, audit }) => {
    const inside = await scope.changingIn(query.clientId, 'user', UNKNOWN_PERSON);
    await changeTarget(inside, id, body);
    await audit('target_changed', { clientId: inside.client.id, objectId: id, details: body });
    return { data: { id }, message: 'Target saved' };
  });
  serveIdempotent(server, targets.copy, async ({ scope, query, body: { month }, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'target');
    const copied = await copyTargets(inside, month);
    await audit('target_changed', { clientId: inside.client.id, details: { month, copied } });
    return { data: { copied }, message: 'Targets copied' };
  });
}
