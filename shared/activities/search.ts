import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow, text } from '#shared/fields/fields.ts';
import { MAX_SEARCH } from '#shared/fields/lead-filters.ts';

/** The maximum number of leads that the global search returns. */
export const MOST_FOUND = 8;

/** A lead as the global search shows it. */
export const FoundLead = z.object({
  id: Id,
  name: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  status: z.string(),
  assigned_user_name: z.nullable(z.string()),
  is_archived: z.boolean(),
  clientId: Id,
  ...clientOfRow,
});
export type FoundLead = z.infer<typeof FoundLead>;

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    permission: 'leads.read',
    tag: 'Leads',
    summary: 'The newest leads that a text or a phone number finds, archived ones too; at most eight',
    query: z.object({
      q: text(MAX_SEARCH, 'The search text').check(z.minLength(1, 'Type something to search for.')),
    }),
    data: z.array(FoundLead),
  }),
};
