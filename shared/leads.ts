import * as z from 'zod/mini';
import { readCustomFilters } from '#shared/custom-filters.ts';
import { endpoint } from '#shared/endpoint.ts';
import { Id, text } from '#shared/fields.ts';
import { day } from '#shared/instant.ts';
import { LeadPage } from '#shared/lead-page.ts';
import { SORTABLE_FIELDS } from '#shared/lead-fields.ts';
import { Lead, LeadFieldsInput, LeadUpdate, NewLead, WithReminders } from '#shared/lead.ts';
import { CONTACT_WORDS, FOLLOW_UP_WORDS, daysInWords } from '#shared/day-filters.ts';
import { MAX_TAG_LENGTH, OptionalInstant } from '#shared/lead-values.ts';
import { PeopleFilter } from '#shared/people-filter.ts';
import { several } from '#shared/several.ts';
import { IdList, PageQuery, SortOrder } from '#shared/pagination.ts';

const LeadId = z.object({ id: Id });
const flag = z.pipe(
  z.enum(['true', 'false'], 'This must be true or false.'),
  z.transform((value) => value === 'true'),
);

/** The maximum length of a search, in code points. */
export const MAX_SEARCH = 200;

const amount = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,2})?$/, `${name} must be an amount such as 50000.`)),
    z.transform(Number),
  );

/**
 * The filters of the lead list. Each one narrows it. Unknown names are rejected: a misspelled filter must not
 * select more leads than meant.
 */
export const LeadFilters = z.strictObject({
  status: several(text(80)),
  source: several(text(80)),
  /** Leads without a source. */
  no_source: z.optional(flag),
  /** Leads that have or ever had this status, or a later one in the client's order of statuses. */
  reached: z.optional(text(80)),
  lost_reason: several(text(80)),
  /** A user id, `me`, or `none` for unassigned leads. */
  assigned_to: PeopleFilter,
  created_by: z.optional(Id),
  interest_level: several(text(20)),
  product_id: several(Id),
  /** Leads listed by id, separated by commas. */
  ids: z.optional(IdList('leads')),
  /** Leads with any of these tags. */
  tags: several(text(MAX_TAG_LENGTH, 'A tag')),
  /** In rupees, both ends included. */
  min_value: z.optional(amount('min_value')),
  max_value: z.optional(amount('max_value')),
  /** Days in words, for example `last_7_days`, in each client's time zone. */
  created: several(daysInWords('created', [])),
  /** Days in words, or `overdue`, `none`, `planned`. */
  next_followup: several(daysInWords('next_followup', FOLLOW_UP_WORDS)),
  /** Days in words, or `never`, `ever`. */
  last_contacted: several(daysInWords('last_contacted', CONTACT_WORDS)),
  /** Conversion dates in the client's time zone, both included. */
  converted_from: z.optional(day('converted_from')),
  converted_to: z.optional(day('converted_to')),
  /** Whether anybody has ever contacted the lead. */
  is_contacted: z.optional(flag),
  /**
   * Leads with a promised first contact: contacted in time, or contacted late or not at all although the time
   * is up.
   */
  first_contact: z.optional(z.enum(['in_time', 'too_late'], 'first_contact must be in_time or too_late.')),
  /** The operation of an import: the leads that it created or changed. Requires a single client. */
  import_id: z.optional(Id),
  /** Archived leads, active leads, or both with `show_all`. */
  is_archived: z.optional(flag),
  show_all: z.optional(flag),
  is_duplicate: z.optional(flag),
  /** The meaning of the status for the deal, according to each client's configuration. */
  meaning: z.optional(z.enum(['open', 'won', 'lost'], 'meaning must be open, won or lost.')),
  /** Leads with an open status and no follow-up planned. */
  no_next_step: z.optional(flag),
  campaign_id: z.optional(text(200)),
  search: z.optional(text(MAX_SEARCH, 'The search text')),
  /** Days in the client's time zone, both included. */
  from_date: z.optional(day('From date')),
  to_date: z.optional(day('To date')),
  client_id: z.optional(Id),
  /** Filters by custom fields, as JSON: `{"shirt_size":"L","seats":"10..20"}`. Requires a single client. */
  custom: z.optional(
    text(4000, 'custom').check(
      z.refine(
        (value) => readCustomFilters(value) !== undefined,
        'custom must be a JSON object of field names and values.',
      ),
    ),
  ),
});
export type LeadFilters = z.infer<typeof LeadFilters>;

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
      pages: z.optional(flag),
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
      version: LeadFieldsInput.shape.version,
    }),
  }),
  setArchived: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/archive',
    summary: 'Archive or bring back',
    body: z.object({ is_archived: z.boolean('is_archived must be true or false.') }),
  }),
  assign: endpoint({
    ...change,
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
    summary: 'Mark as converted, now or at the given moment',
    body: z.object({ converted_at: z.optional(OptionalInstant('Converted On')) }),
  }),
  contact: endpoint({
    ...change,
    method: 'PATCH',
    path: '/leads/:id/contact',
    summary: 'Record that the lead was contacted now',
  }),
};
