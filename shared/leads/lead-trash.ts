import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow, text } from '#shared/fields/fields.ts';
import { Lead } from '#shared/leads/lead.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

export const TrashedLead = z.object({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  status: z.string(),
  deleted_at: z.iso.datetime(),
  deleted_user_name: z.nullable(z.string()),
  /** The last day on which it can be restored. */
  purged_at: z.iso.datetime(),
  /** Whether the reader may restore the lead: its creator may, and users who may delete any lead. */
  can_restore: z.boolean(),
  clientId: Id,
  ...clientOfRow,
});
export type TrashedLead = z.infer<typeof TrashedLead>;

export const leadTrash = {
  list: endpoint({
    method: 'GET',
    path: '/leads/trash',
    permission: 'leads.read',
    tag: 'Leads',
    summary: 'Leads in the trash, newest first',
    query: z.object({
      ...PageQuery,
      search: z.optional(text(200, 'The search text')),
      client_id: z.optional(Id),
    }),
    data: z.array(TrashedLead),
    paginated: true,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/leads/:id/restore',
    permission: 'leads.delete',
    changes: ['leads', 'reminders', 'operations', 'notifications'],
    tag: 'Leads',
    summary: 'Bring a lead back from the trash',
    params: z.object({ id: Id }),
    data: Lead,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/leads/:id/erase',
    permission: 'leads.erase',
    changes: ['leads', 'calls', 'reminders', 'notes', 'messages', 'notifications', 'operations'],
    tag: 'Leads',
    summary: 'Erase a lead in the trash forever, with everything known through it',
    params: z.object({ id: Id }),
    data: z.object({
      id: Id,
      /** Other leads of the client with the same email or phone, including those in the trash. */
      others: z.int(),
    }),
  }),
};
