import { leadTrash } from '#shared/leads/lead-trash.ts';
import { pageWithClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { eraseLead } from '#server/features/lead-trash/erase-lead.queries.ts';
import { NOT_IN_TRASH, listTrash, restoreLead } from '#server/features/lead-trash/lead-trash.queries.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { getLead } from '#server/leads/list/leads.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadTrashRoutes(server: Server): void {
  serve(
    server,
    leadTrash.list,
    async ({ scope, query }) =>
      await pageWithClients(scope, await listTrash(await scope.reading(query.client_id), query)),
  );
  serveIdempotent(server, leadTrash.restore, async ({ scope, params: { id } }) => {
    const client = await scope.owning('leads', id, NOT_IN_TRASH);
    await restoreLead(client, id, await leadersOf(scope, client.client.id));
    return { data: await getLead(client, id), message: 'Lead restored' };
  });
  serveIdempotent(server, leadTrash.erase, async ({ scope, params: { id }, audit }) => {
    const client = await scope.owning('leads', id, NOT_IN_TRASH);
    const others = await eraseLead(client, id);
    await audit('lead_erased', { clientId: client.client.id, objectId: id });
    const left =
      others === 0
        ? ''
        : ` ${others} other ${others === 1 ? 'lead has' : 'leads have'} the same email or phone.`;
    return { data: { id, others }, message: `Lead erased forever.${left}` };
  });
}
