import { operations } from '#shared/operations.ts';
import type { UndoResult } from '#shared/operations.ts';
import { pageWithClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { listOperations } from '#server/features/operations/operations.queries.ts';
import { UNKNOWN_OPERATION, undoOperation } from '#server/features/operations/undo.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function operationRoutes(server: Server): void {
  serve(
    server,
    operations.list,
    async ({ scope, query }) =>
      await pageWithClients(scope, await listOperations(await scope.reading(query.client_id), query)),
  );
  serve(server, operations.undo, async ({ scope, params }) => {
    const client = await scope.owning('operations', params.id, UNKNOWN_OPERATION);
    const data = await undoOperation(client, params.id);
    return { data, message: inWords(data) };
  });
}

const leads = (count: number) => `${count} ${count === 1 ? 'lead' : 'leads'}`;

function inWords({ restored, changed_since }: UndoResult): string {
  const kept = changed_since.length;
  if (kept === 0) return `Undone: ${leads(restored)} restored`;
  if (restored === 0) return `Nothing was undone: ${leads(kept)} changed since`;
  return `Undone: ${leads(restored)} restored, ${leads(kept)} changed since and left as they are`;
}
