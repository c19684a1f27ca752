import { targets } from '#shared/activities/targets.ts';
import { can } from '#shared/accounts/permissions.ts';
import {
  UNKNOWN_PERSON,
  changeTarget,
  changeTargets,
  copyTargets,
  getOwnTarget,
  listTargets,
} from '#server/features/targets/targets.queries.ts';
import { listTeam } from '#server/features/users/teams.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import type { Scope } from '#server/db/scope.ts';

/** The users whose targets the caller sets and sees: for a manager, those who report to them; null stands for everybody. */
const teamOf = async (scope: Scope) =>
  can(scope.user.role, 'targets.manage_any') ? null : await listTeam(scope, scope.user.id);

export function targetRoutes(server: Server): void {
  serve(server, targets.own, async ({ scope }) => ({
    data: await getOwnTarget(await scope.reading(scope.user.client?.id)),
  }));
  serve(server, targets.list, async ({ scope, query: { month, client_id } }) => ({
    data: await listTargets(await scope.reading(client_id), month, await teamOf(scope)),
  }));
  serve(server, targets.change, async ({ scope, params: { id }, query, body, audit }) => {
    const inside = await scope.changingIn(query.clientId, 'user', UNKNOWN_PERSON);
    await changeTarget(inside, id, body, await teamOf(scope));
    await audit('target_changed', { clientId: inside.client.id, objectId: id, details: body });
    return { data: { id }, message: 'Target saved' };
  });
  serve(server, targets.changeAll, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'target');
    const changed = await changeTargets(inside, body, await teamOf(scope));
    await audit('target_changed', { clientId: inside.client.id, details: { ...body, changed } });
    return { data: { changed }, message: 'Targets saved' };
  });
  serveIdempotent(server, targets.copy, async ({ scope, query, body: { month }, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'target');
    const copied = await copyTargets(inside, month, await teamOf(scope));
    await audit('target_changed', { clientId: inside.client.id, details: { month, copied } });
    return { data: { copied }, message: 'Targets copied' };
  });
}
