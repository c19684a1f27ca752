import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { leadPage } from '#shared/leads/lead-page.ts';
import type { LeadPage } from '#shared/leads/lead-page.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import { statusOf } from '#web/lib/errors.ts';

/** Everything that a lead's page and the call screen show, in one call. */
export function leadPageQuery(id: string) {
  const question = query(leadPage.get, { params: { id } });
  return queryOptions({
    ...question,
    // The page or popup itself shows why the lead cannot be loaded.
    meta: { ...question.meta, isSilent: true },
    queryFn: async (context) => {
      const answer = await question.queryFn(context);
      keepLead(context.client, answer.data);
      return answer;
    },
  });
}

/** Responses for a lead that the user no longer sees, such as a deleted one. */
const GONE = [403, 404, 422];

/**
 * The failure to show instead of a lead. After a failed reload the loaded lead stays, with everything that is
 * typed beside it, unless it is gone.
 */
export function failureInstead({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data === undefined || GONE.includes(statusOf(error) ?? 0) ? error : null;
}

/** Stores a page that came with another response, until the lead is opened. */
export function keepLeadPage(client: QueryClient, page: LeadPage): void {
  client.setQueryData(query(leadPage.get, { params: { id: page.lead.id } }).queryKey, { data: page });
  keepLead(client, page);
}

/** Dialogs and forms about the lead start from it. */
function keepLead(client: QueryClient, { lead }: LeadPage): void {
  client.setQueryData(query(leads.get, { params: { id: lead.id } }).queryKey, { data: lead });
}
