import { leadBoard } from '#shared/leads/lead-board.ts';
import { withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { getBoard, listColumn } from '#server/features/lead-board/lead-board.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadBoardRoutes(server: Server): void {
  serve(server, leadBoard.get, async ({ scope, query }) => {
    const columns = await getBoard(await scope.reading(query.client_id), query);
    const named = await withClients(
      scope,
      columns.flatMap(({ leads }) => leads),
    );
    const byId = new Map(named.map((lead) => [lead.id, lead]));
    return {
      data: {
        columns: columns.map((column) => ({
          ...column,
          leads: column.leads.map((lead) => byId.get(lead.id) ?? lead),
        })),
      },
    };
  });
  serve(server, leadBoard.column, async ({ scope, query }) => {
    const { leads, has_more } = await listColumn(await scope.reading(query.client_id), query);
    return { data: { leads: await withClients(scope, leads), has_more } };
  });
}
