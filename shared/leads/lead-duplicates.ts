import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';
import { Lead, LeadFieldsInput } from '#shared/leads/lead.ts';

/** A lead with the same email or phone as typed, including leads in the trash or archive. */
export const DuplicateMatch = z.object({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  status: z.string(),
  assigned_user_name: z.nullable(z.string()),
  last_contacted_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  is_archived: z.boolean(),
  is_deleted: z.boolean(),
  /** Whether the lead is in the trash and the caller may restore it. */
  can_restore: z.boolean(),
  matches: z.enum(['email', 'phone', 'both']),
});
export type DuplicateMatch = z.infer<typeof DuplicateMatch>;

/** The hint at a lead that the caller may not see. Reveals nothing about the lead or its owner. */
export const COLLEAGUE_WORKS = 'A colleague already works with this person.';

const tag = 'Duplicates';

export const leadDuplicates = {
  find: endpoint({
    method: 'GET',
    path: '/leads/duplicates',
    permission: 'leads.read',
    tag,
    summary:
      'Leads with this email or phone, in any format; a message says where a colleague has one that the caller may not see',
    query: z.object({
      email: z.optional(text(254, 'Email')),
      phone: z.optional(text(40, 'Phone')),
      /** The lead being edited, which is not a duplicate of itself. */
      exclude: z.optional(Id),
      client_id: z.optional(Id),
    }),
    data: z.array(DuplicateMatch),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/leads/:id/merge',
    permission: 'leads.write',
    changes: ['leads', 'calls', 'reminders', 'operations'],
    tag,
    summary: 'Merge another lead into this one: calls, reminders and history move along; undoable',
    params: z.object({ id: Id }),
    body: z.object({
      /** The lead that goes to the trash. */
      lead_id: Id,
      /** Values for the merged lead, taken from the other lead or typed. */
      fields: z._default(LeadFieldsInput, {}),
    }),
    data: z.object({ lead: Lead, operation_id: Id }),
  }),
};
