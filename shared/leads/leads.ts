import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';
import { LeadPage } from '#shared/leads/lead-page.ts';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { Lead, LeadFieldsInput, LeadUpdate, NewLead, WithReminders } from '#shared/leads/lead.ts';
import { PageQuery, SortOrder } from '#shared/protocol/pagination.ts';

const LeadId = z.object({ id: Id });
export const LeadSort = z.object({
  sort_by: z._default(z.enum(SORTABLE_FIELDS, 'The list cannot be sorted by this field.'), 'created_at'),
  sort_order: z._default(SortOrder, 'desc'),
});
export type LeadSort = z.infer<typeof LeadSort>;

export const LeadStats = z.object({
  total_leads: z.int(),
  new_this_week: z.int(),
  new_this_month: z.int(),
  converted_leads: z.int(),
  /** In percent, with one decimal: won leads ÷ leads that are neither archived nor duplicates. */
  conversion_rate: z.number(),
  /** In rupees: the sum of `value` over won leads. */
  revenue: z.number(),
});
export type LeadStats = z.infer<typeof LeadStats>;

/** Values in use that are not configured options, so that filters can offer them. */
export const LeadValues = z.object({ status: z.array(z.string()), source: z.array(z.string()) });
export type LeadValues = z.infer<typeof LeadValues>;

/** The position of a lead in a list, and its neighbours there. */
export const LeadNeighbours = z.object({
  /** Counted from 1; null when the lead no longer matches the list, or lies beyond the counted positions. */
  position: z.nullable(z.int()),
  total: z.int(),
  totalIsCapped: z.boolean(),
  /** Whether the lead still matches the list. */
  matches: z.boolean(),
  previous_id: z.nullable(Id),
  next_id: z.nullable(Id),
  /** The pages of both neighbours, if requested. */
  pages: z.optional(z.array(LeadPage)),
});
export type LeadNeighbours = z.infer<typeof LeadNeighbours>;

const tag = 'Leads';
const change = {
  tag,
  permission: 'leads.write',
  changes: ['leads', 'reminders'],
  params: LeadId,
  data: Lead,
} as const;

export const leads = {
  list: endpoint({
    method: 'GET',
    path: '/leads',
    permission: 'leads.read',
    tag,
    summary: 'List leads; without page and limit every matching row, streamed',
    query: z.extend(LeadFilters, {
      ...LeadSort.shape,
      page: z.optional(PageQuery.page.def.innerType),
      limit: z.optional(PageQuery.limit.def.innerType),
      /** Ignored. */
      format: z.optional(z.string()),
    }),
    data: z.array(Lead),
    paginated: true,
  }),
  count: endpoint({
    method: 'GET',
    path: '/leads/count',
    permission: 'leads.read',
    tag,
    summary: 'How many leads match, counted up to 100,000; the total of a long list or search stops earlier',
    query: z.extend(LeadFilters, {}),
    data: z.object({ total: z.int(), totalIsCapped: z.boolean() }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/leads/stats',
    permission: 'leads.read',
    tag,
    summary: 'Totals of the pipeline',
    query: z.object({ clientId: z.optional(Id) }),
    data: LeadStats,
  }),
  values: endpoint({
    method: 'GET',
    path: '/leads/values',
    permission: 'leads.read',
    tag,
    summary: 'Statuses and sources in use',
    query: z.object({ client_id: z.optional(Id) }),
    data: LeadValues,
  }),
  get: endpoint({
    method: 'GET',
    path: '/leads/:id',
    permission: 'leads.read',
    tag,
    summary: 'One lead',
    params: LeadId,
    data: Lead,
  }),
  neighbours: endpoint({
    method: 'GET',
    path: '/leads/:id/neighbours',
    permission: 'leads.read',
    tag,
    summary: 'Previous and next lead of the list one came from',
    params: LeadId,
    query: z.extend(LeadFilters, {
      ...LeadSort.shape,
      /** Also returns the pages of both neighbours, for a reader who moves on to them. */
      pages: LeadFilters.shape.show_all,
    }),
    data: LeadNeighbours,
  }),
  create: endpoint({
    method: 'POST',
    path: '/leads',
    permission: 'leads.write',
    changes: ['leads', 'reminders'],
    tag,
    summary: 'Create a lead',
    query: z.object({ clientId: z.optional(Id) }),
    body: NewLead,
    data: Lead,
    status: 201,
  }),
  update: endpoint({
    ...change,
    changes: ['leads', 'reminders', 'operations'],
    method: 'PUT',
    path: '/leads/:id',
    summary: 'Change the fields that are sent; a stale `version` is answered 412',
    body: LeadUpdate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/leads/:id',
    permission: 'leads.delete',
    changes: ['leads', 'reminders', 'operations'],
    tag,
    summary: 'Move a lead to the trash',
    params: LeadId,
    /** `operation_id` is the id for an undo. */
    data: z.object({ id: Id, operation_id: Id }),
  }),
  setStatus: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/status',
    summary: 'Set the status; a stale `version` is answered 412',
    body: z.object({
      status: LeadFieldsInput.shape.status.def.innerType,
      lost_reason: LeadFieldsInput.shape.lost_reason,
      converted_at: LeadUpdate.shape.converted_at,
      version: LeadFieldsInput.shape.version,
    }),
  }),
  setArchived: endpoint({
    ...change,
    mayWait: true,
    method: 'PATCH',
    path: '/leads/:id/archive',
    summary: 'Archive or bring back',
    body: z.object({ is_archived: z.boolean('is_archived must be true or false.') }),
  }),
  assign: endpoint({
    ...change,
    changes: ['leads', 'reminders', 'operations'],
    method: 'PATCH',
    path: '/leads/:id/assign',
    summary: 'Assign to a user of the same client, or to nobody with null',
    body: z.object({ assigned_to: z.nullable(Id), with_reminders: WithReminders }),
  }),
  setScore: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/score',
    summary: 'Set the lead score, 0 to 100',
    body: z.object({ lead_score: LeadFieldsInput.shape.lead_score.def.innerType }),
  }),
  addTags: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/tags',
    summary: 'Add tags',
    body: z.object({ tags: LeadFieldsInput.shape.tags.def.innerType }),
  }),
  removeTags: endpoint({
    ...change,
    method: 'DELETE',
    path: '/leads/:id/tags',
    summary: 'Remove tags',
    body: z.object({ tags: LeadFieldsInput.shape.tags.def.innerType }),
  }),
  setDuplicate: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/duplicate',
    summary: 'Mark as duplicate or not',
    body: z.object({ is_duplicate: z.boolean('is_duplicate must be true or false.') }),
  }),
  convert: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/convert',
    summary: 'Mark as converted at the given moment; without one, now unless its date is known',
    body: z.object({ converted_at: LeadUpdate.shape.converted_at }),
  }),
  contact: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/contact',
    summary: 'Record that the lead was contacted now',
  }),
};
