import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { MAX_BULK_IDS, leadBulk } from '#shared/leads/lead-bulk.ts';
import { InvalidInput } from '#server/errors.ts';
import { assignByRules, checkPerson, previewAssign } from '#server/features/lead-bulk/bulk-assign.queries.ts';
import { findTargets } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import type { Selection } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import { bulkDelete, bulkUpdate } from '#server/features/lead-bulk/lead-bulk.queries.ts';
import type { BulkOutcome } from '#server/features/lead-bulk/lead-bulk.queries.ts';
import { answerJobOnce } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function leadBulkRoutes(server: Server): void {
  serve(server, leadBulk.update, async ({ scope, body, request, reply }) => {
    const selection = selectionOf(body, 'No leads selected for update');
    const { tags_mode: _, ...sent } = body.updates;
    if (!Object.values(sent).some((value) => value !== undefined && value !== ''))
      throw new InvalidInput([{ field: 'updates', message: 'Choose at least one field to change.' }]);
    const call = { endpoint: leadBulk.update, request, reply, input: body };
    return await answerJobOnce(server, call, async (listen) => {
      const targets = await findTargets(scope, selection);
      const { done: updated, ...rest } = await bulkUpdate(targets, body.updates, listen);
      return { data: { updated, ...rest }, message: inWords('updated', updated, rest) };
    });
  });

  serve(server, leadBulk.assign, async ({ scope, body, request, reply }) => {
    const selection = selectionOf(body, 'No leads selected');
    const { assigned_to } = body;
    const call = { endpoint: leadBulk.assign, request, reply, input: body };
    return await answerJobOnce(server, call, async (listen) => {
      const targets = await findTargets(scope, selection, MAX_BULK_IDS);
      if (assigned_to) await checkPerson(targets, assigned_to);
      const { done: assigned, ...rest } = assigned_to
        ? await bulkUpdate(targets, { assigned_to, tags_mode: 'add' }, listen)
        : await assignByRules(targets);
      return { data: { assigned, ...rest }, message: inWords('assigned', assigned, rest) };
    });
  });

  serve(server, leadBulk.previewAssign, async ({ scope, body }) => {
    const selection = selectionOf(body, 'No leads selected');
    return { data: await previewAssign(await findTargets(scope, selection, MAX_BULK_IDS)) };
  });

  serve(server, leadBulk.remove, async ({ scope, body, request, reply }) => {
    const selection = selectionOf(body, 'No leads selected for deletion');
    const call = { endpoint: leadBulk.remove, request, reply, input: body };
    return await answerJobOnce(server, call, async (listen) => {
      const { done: deleted, ...rest } = await bulkDelete(await findTargets(scope, selection), listen);
      return { data: { deleted, ...rest }, message: inWords('deleted', deleted, rest) };
    });
  });
}

type Sent = BodyOf<typeof leadBulk.remove>;

function selectionOf({ lead_ids, leadIds, matching }: Sent, none: string): Selection {
  const ids = [...new Set([...(lead_ids ?? []), ...(leadIds ?? [])].map((id) => id.toLowerCase()))];
  if (ids.length > 0 && matching)
    throw new InvalidInput([{ message: 'Send either the ids of leads or the filters they match.' }]);
  if (matching) return filtersOf(matching);
  if (ids.length === 0) throw new InvalidInput([{ field: 'lead_ids', message: none }]);
  return { ids };
}

/** A selection's filters, or the flag for all leads of a client, which excludes filters. */
function filtersOf({ everything, ...matching }: NonNullable<Sent['matching']>): Selection {
  const empty = Object.entries(matching).find(([, value]) => value === '')?.[0];
  if (empty)
    throw new InvalidInput([{ field: `matching.${empty}`, message: `The filter ${empty} is empty.` }]);
  if (!everything) return { matching };
  const { client_id: _, is_archived, show_all = is_archived === undefined, ...filters } = matching;
  const [filter] = Object.keys(filters);
  if (filter) {
    const message = `everything takes all leads of a client; leave out the filter ${filter}.`;
    throw new InvalidInput([{ field: `matching.${filter}`, message }]);
  }
  return { matching: { ...matching, show_all }, everything };
}

function inWords(verb: string, done: number, { failed }: Pick<BulkOutcome, 'failed'>): string {
  return `Successfully ${verb} ${done} leads${failed > 0 ? `; ${failed} could not be ${verb}` : ''}`;
}
