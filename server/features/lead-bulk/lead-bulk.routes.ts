import { leadBulk } from '#shared/lead-bulk.ts';
import type { LeadFilters } from '#shared/leads.ts';
import { InvalidInput } from '#server/errors.ts';
import { findTargets } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import type { Selection } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import { bulkDelete, bulkUpdate } from '#server/features/lead-bulk/lead-bulk.queries.ts';
import type { BulkOutcome } from '#server/features/lead-bulk/lead-bulk.queries.ts';
import { answerJob } from '#server/http/ndjson.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadBulkRoutes(server: Server): void {
  serve(server, leadBulk.update, async ({ scope, body, request, reply }) => {
    const selection = selectionOf(body, 'No leads selected for update');
    const { tags_mode: _, ...sent } = body.updates;
    if (!Object.values(sent).some((value) => value !== undefined && value !== ''))
      throw new InvalidInput([{ field: 'updates', message: 'Choose at least one field to change.' }]);
    const targets = await findTargets(scope, selection);
    return await answerJob(request, reply, async (listen) => {
      const { done: updated, ...rest } = await bulkUpdate(targets, body.updates, listen);
      return { data: { updated, ...rest }, message: inWords('updated', updated, rest) };
    });
  });

  serve(server, leadBulk.remove, async ({ scope, body, request, reply }) => {
    const targets = await findTargets(scope, selectionOf(body, 'No leads selected for deletion'));
    return await answerJob(request, reply, async (listen) => {
      const { done: deleted, ...rest } = await bulkDelete(targets, listen);
      return { data: { deleted, ...rest }, message: inWords('deleted', deleted, rest) };
    });
  });
}

type Sent = {
  lead_ids?: string[] | undefined;
  leadIds?: string[] | undefined;
  matching?: LeadFilters | undefined;
};

function selectionOf({ lead_ids, leadIds, matching }: Sent, none: string): Selection {
  const ids = [...new Set([...(lead_ids ?? []), ...(leadIds ?? [])].map((id) => id.toLowerCase()))];
  if (ids.length > 0 && matching)
    throw new InvalidInput([{ message: 'Send either the ids of leads or the filters they match.' }]);
  if (matching) return { matching };
  if (ids.length === 0) throw new InvalidInput([{ field: 'lead_ids', message: none }]);
  return { ids };
}

function inWords(verb: string, done: number, { failed }: Pick<BulkOutcome, 'failed'>): string {
  return `Successfully ${verb} ${done} leads${failed > 0 ? `; ${failed} could not be ${verb}` : ''}`;
}
