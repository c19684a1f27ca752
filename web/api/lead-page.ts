import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { leadPage } from '#shared/lead-page.ts';
import type { LeadPage } from '#shared/lead-page.ts';
import { leads } from '#shared/leads.ts';
import { query } from '#web/api/query.ts';

/** All that a lead's page and the screen of a call show, in one call. */
export function leadPageQuery(id: string) {
  const question = query(leadPage.get, { params: { id } });
  return queryOptions({
    ...question,
    // Pages and popups say in the lead's place why it is not shown.
    meta: { ...question.meta, isSilent: true },
    queryFn: async (context) => {
      const answer = await question.queryFn(context);
      keepLead(context.client, answer.data);
      return answer;
    },
  });
}

/** Keeps a page that came with another answer, until somebody opens the lead. */
export function keepLeadPage(client: QueryClient, page: LeadPage): void {
  client.setQueryData(query(leadPage.get, { params: { id: page.lead.id } }).queryKey, { data: page });
  keepLead(client, page);
}

/** Dialogs and forms of the lead begin with it. */
function keepLead(client: QueryClient, { lead }: LeadPage): void {
  client.setQueryData(query(leads.get, { params: { id: lead.id } }).queryKey, { data: lead });
}
