import { operations, undoneInWords } from '#shared/activities/operations.ts';
import { counted } from '#shared/values/numbers.ts';
import type { UndoResult } from '#shared/activities/operations.ts';
import { pageWithClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { listOperations } from '#server/features/operations/operations.queries.ts';
import { UNKNOWN_OPERATION, undoOperation } from '#server/features/operations/undo.queries.ts';
import { answerJobOnce } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function operationRoutes(server: Server): void {
  serve(
    server,
    operations.list,
    async ({ scope, query }) =>
      await pageWithClients(scope, await listOperations(await scope.reading(query.client_id), query)),
  );
  serve(server, operations.undo, async ({ scope, params, request, reply }) => {
    const call = { endpoint: operations.undo, request, reply, input: params };
    return await answerJobOnce(server, call, async (listen) => {
      const client = await scope.owning('operations', params.id, UNKNOWN_OPERATION);
      const data = await undoOperation(client, params.id, listen);
      return { data, message: inWords(data) };
    });
  });
}

const leads = (count: number) => counted(count, 'lead');

function inWords(result: UndoResult): string {
  const { restored, changed_since } = result;
  const left = changed_since.length;
  if (restored === 0 && left > 0) return `Nothing was undone: ${leads(left)} changed since`;
  const kept = left > 0 && `${leads(left)} changed since and left as ${left === 1 ? 'it is' : 'they are'}`;
  return `Undone: ${[undoneInWords(result), kept].filter(Boolean).join(', ')}`;
}
