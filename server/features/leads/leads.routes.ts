import { Readable } from 'node:stream';
import { Lead } from '#shared/leads/lead.ts';
import { MAX_BULK_MATCHING } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES } from '#shared/protocol/pagination.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import {
  clientsOfRows,
  pageWithClients,
  withClient,
} from '#server/features/clients/clients-of-rows.queries.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { getLeadFigures } from '#server/features/dashboard/lead-figures.queries.ts';
import { noteWrite } from '#server/leads/changes/lead-counters.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { NotFound } from '#server/errors.ts';
import { findLeadPages } from '#server/features/lead-page/lead-page.queries.ts';
import { findLeadNeighbours } from '#server/features/leads/lead-neighbours.queries.ts';
import { createLead } from '#server/leads/changes/lead-creation.queries.ts';
import {
  addTags,
  changeOf,
  convertLead,
  removeLead,
  removeTags,
  updateLead,
} from '#server/leads/changes/lead-writes.queries.ts';
import {
  UNKNOWN_LEAD,
  countLeadsUpTo,
  getLead,
  listLeadValues,
  listLeads,
  streamLeads,
} from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { shownTo } from '#server/http/masked-answers.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** Characters of an unpaged list sent at a time. */
const CHUNK_LENGTH = 64 * 1024;

export function leadRoutes(server: Server): void {
  readingRoutes(server);
  writingRoutes(server);
  patchRoutes(server);
}

function readingRoutes(server: Server): void {
  serve(server, leads.list, async ({ scope, query, reply }) => {
    const reading = await scope.reading(query.client_id);
    const filters = await readyFilters(reading, query);
    if (query.page === undefined && query.limit === undefined) {
      const clients = await clientsOfRows(scope);
      const fields = await server.contactFields(scope);
      const named = (lead: PresentedLead) =>
        shownTo(scope.user, Lead, { ...lead, ...clients[lead.clientId] }, fields);
      await server.held.send(reply, scope.user, async () => {
        const [rows, first] = await scope.onReplica('file', query.client_id, async (there) => {
          const begun = streamLeads(await there.reading(query.client_id), filters, query);
          return [begun, await begun.next()] as const;
        });
        const body = Readable.from(allLeads(rows, first, named), { objectMode: false });
        // Also when the caller hangs up before the first byte: the cursor must release its connection.
        body.once('close', () => void rows.return(undefined));
        void reply.type('application/json; charset=utf-8');
        return body;
      });
      return SENT;
    }
    const page = { ...query, page: query.page ?? 1, limit: query.limit ?? PAGE_SIZES[0] };
    return await pageWithClients(scope, await listLeads(reading, filters, page));
  });
  serve(server, leads.count, async ({ scope, query }) => {
    const reading = await scope.reading(query.client_id);
    const { total, isCapped } = await countLeadsUpTo(
      reading,
      await readyFilters(reading, query),
      MAX_BULK_MATCHING,
    );
    return { data: { total, totalIsCapped: isCapped } };
  });
  serve(server, leads.stats, async ({ scope, query }) => ({
    data: (await getLeadFigures(await scope.reading(query.clientId))).stats,
  }));
  serve(server, leads.values, async ({ scope, query }) => ({
    data: await listLeadValues(await scope.reading(query.client_id)),
  }));
  serve(server, leads.get, async ({ scope, params }) => ({
    data: await withClient(
      scope,
      await getLead(await scope.readingOwner('leads', params.id, UNKNOWN_LEAD), params.id),
    ),
  }));
  serve(server, leads.neighbours, async ({ scope, params, query }) => {
    const reading = await scope.reading(query.client_id);
    const { pages, ...list } = query;
    const filters = await readyFilters(reading, list);
    const find = async () => await findLeadNeighbours(reading, params.id, filters, list);
    const place = (await find()) ?? (await scope.settled(find));
    if (!place) throw new NotFound(UNKNOWN_LEAD);
    const beside = [place.next_id, place.previous_id].filter((id) => id !== null);
    return { data: pages ? { ...place, pages: await findLeadPages(scope, beside) } : place };
  });
}

type Rows = ReturnType<typeof streamLeads>;

/**
 * The response of an unpaged list, row by row; the first row is awaited beforehand, so that a failure still
 * gets its status.
 */
async function* allLeads(
  rows: Rows,
  first: Awaited<ReturnType<Rows['next']>>,
  named: (lead: PresentedLead) => object,
): AsyncGenerator<string> {
  let total = 0;
  let text = '{"success":true,"data":[';
  for (let row = first; !row.done; row = await rows.next()) {
    text += `${total === 0 ? '' : ','}${JSON.stringify(named(row.value))}`;
    total += 1;
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  const pagination = { page: 1, limit: Math.max(total, MAX_PAGE_SIZE), total, totalPages: 1 };
  yield `${text}],"pagination":${JSON.stringify(pagination)}}`;
}

function writingRoutes(server: Server): void {
  serve(server, leads.create, async ({ scope, query, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.writingIn(query.clientId);
    const arriving = client.user.isProgram && { leaders: await leadersOf(scope, client.client.id) };
    const { lead, isReplay } = await createLead(client, body, key, arriving || undefined);
    sayReplayed(reply, isReplay);
    noteWrite(client);
    return {
      data: lead,
      message: 'Lead created successfully! The new lead has been added to your pipeline.',
    };
  });
  serve(server, leads.update, async ({ scope, params, body: { with_reminders, ...body } }) => {
    const client = await owning(scope, params.id);
    const edit = { version: body.version, remindersStay: with_reminders === false };
    const lead = await updateLead(client, params.id, changeOf(body), edit);
    return { data: lead, message: 'Lead updated successfully.' };
  });
  serve(server, leads.remove, async ({ scope, params }) => {
    const client = await owning(scope, params.id);
    const operation_id = await removeLead(client, params.id);
    return { data: { id: params.id, operation_id }, message: 'Lead moved to the trash' };
  });
}

const owning = async (scope: Scope, id: string) => await scope.owning('leads', id, UNKNOWN_LEAD);

function patchRoutes(server: Server): void {
  const patch = async (scope: Scope, id: string, work: (client: ClientScope) => Promise<PresentedLead>) => ({
    data: await work(await owning(scope, id)),
  });
  serve(server, leads.setStatus, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => updateLead(client, id, changeOf(body), { version: body.version })),
  );
  serve(server, leads.setArchived, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => updateLead(client, id, { is_archived: body.is_archived })),
  );
  serve(server, leads.assign, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) =>
      updateLead(
        client,
        id,
        { assigned_to: body.assigned_to },
        { remindersStay: body.with_reminders === false },
      ),
    ),
  );
  serve(server, leads.setScore, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => updateLead(client, id, { lead_score: body.lead_score })),
  );
  serve(server, leads.addTags, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => addTags(client, id, body.tags)),
  );
  serve(server, leads.removeTags, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => removeTags(client, id, body.tags)),
  );
  serve(server, leads.setDuplicate, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => updateLead(client, id, { is_duplicate: body.is_duplicate })),
  );
  serve(server, leads.convert, ({ scope, params: { id }, body }) =>
    patch(scope, id, (client) => convertLead(client, id, body.converted_at)),
  );
  serve(server, leads.contact, ({ scope, params: { id } }) =>
    patch(scope, id, (client) => updateLead(client, id, { last_contacted_at: new Date() })),
  );
}
