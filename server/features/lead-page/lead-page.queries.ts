import { FOLLOW_UPS_OF_PAGE, TIMELINE_PAGE } from '#shared/leads/lead-page.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { findCallsOfLead } from '#server/features/call-logs/call-logs.queries.ts';
import { clientsOfRows } from '#server/features/clients/clients-of-rows.queries.ts';
import { listHistory } from '#server/features/lead-history/lead-history.queries.ts';
import { listOpenOfLead } from '#server/features/reminders/reminders.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/leads/list/leads.queries.ts';

/** Everything the lead's page shows. Throws 404. */
export async function getLeadPage(caller: Scope, id: string) {
  const owner = await caller.readingOwner('leads', id, UNKNOWN_LEAD);
  return await owner.together(async (scope) => await pageIn(caller, scope, id));
}

/** The pages of these leads, without leads that no longer exist. */
export async function findLeadPages(caller: Scope, ids: readonly string[]) {
  const found = await Promise.all(
    ids.map(async (id) => {
      const owner = await unlessGone(caller.readingOwner('leads', id, UNKNOWN_LEAD));
      return owner ? [{ id, owner }] : [];
    }),
  );
  const byClient = Map.groupBy(found.flat(), ({ owner }) => owner.client?.id);
  const pages = await Promise.all(
    [...byClient.values()].map(
      async (leads) =>
        await leads[0]?.owner.together(
          async (scope) =>
            await Promise.all(leads.map(async ({ id }) => await unlessGone(pageIn(caller, scope, id)))),
        ),
    ),
  );
  return pages.flatMap((page) => page ?? []).filter((page) => page !== undefined);
}

async function unlessGone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

async function pageIn(caller: Scope, scope: ReadScope, id: string) {
  const [lead, calls, reminders, { data: entries, pagination }] = await Promise.all([
    getLead(scope, id),
    findCallsOfLead(scope, id),
    listOpenOfLead(scope, id, FOLLOW_UPS_OF_PAGE),
    listHistory(scope, id, { page: 1, limit: TIMELINE_PAGE }),
  ]);
  const client = (await clientsOfRows(caller, [lead.clientId]))[lead.clientId];
  return {
    lead: { ...lead, ...client },
    calls,
    reminders: reminders.map((reminder) => ({ ...reminder, ...client })),
    timeline: { entries, parts: pagination.totalPages },
  };
}
