import { clients } from '#shared/installation/clients.ts';
import { dayOf } from '#shared/values/dates.ts';
import { openArchive } from '#server/features/clients/client-archive.queries.ts';
import { removeClient } from '#server/features/clients/client-removal.queries.ts';
import {
  createClient,
  getClient,
  getClientSchema,
  getClientStats,
  listClients,
  setClientActive,
  updateClient,
} from '#server/features/clients/clients.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function clientRoutes(server: Server): void {
  const { database, config } = server;

  serve(server, clients.list, async ({ scope, query }) => await listClients(scope, query));

  serveIdempotent(server, clients.create, async ({ scope, body, request }) => {
    const id = await createClient(database, body, { actor: scope.user, requestId: request.id });
    return { data: { client: await getClient(scope, id) }, message: 'Client added successfully' };
  });

  serve(server, clients.update, async ({ scope, params: { id }, body, audit }) => {
    await updateClient(scope, id, body);
    await audit('client_changed', { clientId: id, objectId: id });
    return { data: { client: await getClient(scope, id) }, message: 'Client saved' };
  });

  serve(server, clients.setActive, async ({ scope, params, body, audit }) => {
    await setClientActive(scope, params.id, body.isActive);
    const action = body.isActive ? 'client_activated' : 'client_deactivated';
    await audit(action, { clientId: params.id, objectId: params.id });
    return { data: { client: await getClient(scope, params.id) } };
  });

  serve(server, clients.remove, async ({ scope, params, request }) => {
    await getClient(scope, params.id);
    const by = { actor: scope.user, requestId: request.id };
    await removeClient(database, params.id, { dataDir: config.dataDir, by });
    return { data: { id: params.id }, message: 'Client removed' };
  });

  serve(server, clients.archive, async ({ scope, params: { id }, request, reply, audit }) => {
    const client = await getClient(scope, id);
    await server.limits.count('exports', scope.user.id);
    await server.held.send(reply, scope.user, async () => {
      await audit('client_archived', { clientId: id, objectId: id, address: request.ip });
      const stream = await scope.onReplica('file', id, async (there) => await openArchive(there, id));
      const name = `${client.schemaName}-${dayOf(new Date(), client.timeZone)}.zip`;
      void reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('x-accel-buffering', 'no');
      return stream;
    });
    return SENT;
  });

  serve(server, clients.stats, async ({ scope, params }) => ({
    data: await getClientStats(scope, params.id),
  }));
  serve(server, clients.schema, async ({ scope, params }) => ({
    data: await getClientSchema(scope, params.id),
  }));
}
