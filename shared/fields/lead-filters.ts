import * as z from 'zod/mini';
import { readCustomFilters } from '#shared/fields/custom-filters.ts';
import { CONTACT_WORDS, FOLLOW_UP_WORDS, daysInWords } from '#shared/fields/day-filters.ts';
import { Id, text } from '#shared/fields/fields.ts';
import { day } from '#shared/values/instant.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import { MAX_TAG_LENGTH } from '#shared/fields/lead-values.ts';
import { IdList } from '#shared/protocol/pagination.ts';
import { PeopleFilter } from '#shared/fields/people-filter.ts';
import { several } from '#shared/protocol/several.ts';

/** The maximum length of a search, in code points. */
export const MAX_SEARCH = 200;

const flag = z.pipe(
  z.enum(['true', 'false'], 'This must be true or false.'),
  z.transform((value) => value === 'true'),
);

const amount = (name: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,2})?$/, `${name} must be an amount such as 50000.`)),
    z.transform(Number),
  );

/** Filters by custom fields, as JSON: `{"shirt_size":"L","seats":"10..20"}`. */
const custom = text(4000, 'custom').check(
  z.refine(
    (value) => readCustomFilters(value) !== undefined,
    'custom must be a JSON object of field names and values.',
  ),
);

/**
 * The filters of the lead list, in the order of the drawer: one row each. Address, drawer, chips, API, export,
 * views and bulk selections follow. Their conditions are in `server/leads/list/lead-filters.ts`.
 */
export const LEAD_FILTERS = {
  client_id: { kind: 'client', label: 'Client', schema: z.optional(Id) },
  status: { kind: 'options', field: 'status', schema: several(text(80)) },
  source: { kind: 'options', field: 'source', schema: several(text(80)) },
  /** User ids, `me`, or `none` for unassigned leads. */
  assigned_to: { kind: 'people', field: 'assigned_to', schema: PeopleFilter, isOfClient: true },
  next_followup: {
    kind: 'days',
    field: 'next_followup_date',
    schema: several(daysInWords('next_followup', FOLLOW_UP_WORDS)),
    offers: ['overdue', 'today', 'tomorrow', 'next_7_days', 'this_month', 'planned', 'none'],
  },
  last_contacted: {
    kind: 'days',
    field: 'last_contacted_at',
    schema: several(daysInWords('last_contacted', CONTACT_WORDS)),
    offers: [
      'today',
      'last_7_days',
      'last_30_days',
      'older_than_7_days',
      'older_than_30_days',
      'never',
      'ever',
    ],
  },
  created: {
    kind: 'days',
    field: 'created_at',
    schema: several(daysInWords('created', [])),
    offers: [
      'today',
      'yesterday',
      'last_7_days',
      'last_30_days',
      'this_week',
      'this_month',
      'last_month',
      'older_than_30_days',
    ],
    range: 'from_date',
  },
  from_date: {
    kind: 'day',
    field: 'created_at',
    suffix: 'from',
    to: 'to_date',
    isPart: true,
    schema: z.optional(day('From date')),
  },
  to_date: { kind: 'day', field: 'created_at', suffix: 'to', schema: z.optional(day('To date')) },
  created_by: { kind: 'person', field: 'created_by', schema: z.optional(Id), isOfClient: true },
  archived: {
    kind: 'choice',
    label: 'Archived',
    initial: 'active',
    choices: {
      all: { label: 'All', chip: 'Shown too', sends: { show_all: 'true' } },
      active: { label: 'Active', sends: { is_archived: 'false' } },
      archived: { label: 'Archived', chip: 'Only these', sends: { is_archived: 'true' } },
    },
  },
  /** The meaning of the status for the deal, according to each client's configuration. */
  meaning: {
    kind: 'choice',
    label: 'Outcome',
    schema: z.optional(z.enum(['open', 'won', 'lost'], 'meaning must be open, won or lost.')),
    choices: { open: { label: 'Open' }, won: { label: 'Won' }, lost: { label: 'Lost' } },
    isMore: true,
  },
  /** Leads that have or ever had this status, or a later one in the client's order of statuses. */
  reached: {
    kind: 'step',
    label: 'Has reached',
    schema: z.optional(text(80)),
    isMore: true,
    isOfClient: true,
  },
  lost_reason: {
    kind: 'options',
    field: 'lost_reason',
    schema: several(text(80)),
    isMore: true,
    canHide: true,
  },
  interest_level: {
    kind: 'options',
    field: 'interest_level',
    schema: several(text(20)),
    isMore: true,
    canHide: true,
  },
  /** In rupees. */
  min_value: {
    kind: 'amount',
    field: 'value',
    suffix: 'from',
    to: 'max_value',
    schema: z.optional(amount('min_value')),
    isMore: true,
    canHide: true,
  },
  max_value: {
    kind: 'amount',
    field: 'value',
    suffix: 'to',
    schema: z.optional(amount('max_value')),
    isMore: true,
  },
  product_id: {
    kind: 'products',
    field: 'product_id',
    schema: several(Id),
    isMore: true,
    isOfClient: true,
    canHide: true,
  },
  /** Leads with any of these tags, in any case. */
  tags: {
    kind: 'tags',
    field: 'tags',
    schema: several(text(MAX_TAG_LENGTH, 'A tag')),
    isMore: true,
    canHide: true,
  },
  converted_from: {
    kind: 'day',
    field: 'converted_at',
    suffix: 'from',
    to: 'converted_to',
    schema: z.optional(day('converted_from')),
    isMore: true,
  },
  converted_to: {
    kind: 'day',
    field: 'converted_at',
    suffix: 'to',
    schema: z.optional(day('converted_to')),
    isMore: true,
  },
  no_source: {
    kind: 'choice',
    label: 'Leads without a source',
    field: 'source',
    schema: z.optional(flag),
    choices: { true: { label: 'Only these', chip: 'None' } },
    isMore: true,
  },
  duplicates: {
    kind: 'choice',
    label: 'Duplicates',
    choices: {
      only: { label: 'Only duplicates', sends: { is_duplicate: 'true' } },
      none: { label: 'Without duplicates', sends: { is_duplicate: 'false' } },
    },
    isMore: true,
  },
  /** Leads with an open status and no follow-up planned. */
  next_step: {
    kind: 'choice',
    label: 'Next Step',
    choices: {
      none: { label: 'Without a next step', chip: 'None planned', sends: { no_next_step: 'true' } },
    },
    isMore: true,
  },
  /** Whether anybody has ever contacted the lead. */
  is_contacted: {
    kind: 'choice',
    label: 'Contact',
    schema: z.optional(flag),
    choices: { true: { label: 'Contacted' }, false: { label: 'Never contacted' } },
    isMore: true,
  },
  /** Leads without a phone number, without an email, or with neither. */
  missing: {
    kind: 'choice',
    label: 'Missing Details',
    schema: z.optional(z.enum(['phone', 'email', 'both'], 'missing must be phone, email or both.')),
    choices: {
      phone: { label: 'Phone number' },
      email: { label: 'Email' },
      both: { label: 'Phone number and email' },
    },
    isMore: true,
  },
  /**
   * Leads with a promised first contact: contacted in time, or contacted late or not at all although the time
   * is up.
   */
  first_contact: {
    kind: 'choice',
    label: 'First Contact',
    schema: z.optional(z.enum(['in_time', 'too_late'], 'first_contact must be in_time or too_late.')),
    choices: {
      in_time: { label: 'In the promised time', chip: 'In time' },
      too_late: { label: 'Too late' },
    },
    isMore: true,
  },
  /** Leads listed by id, separated by commas. */
  ids: { kind: 'ids', label: 'Chosen', schema: z.optional(IdList('leads')) },
  /** The operation of an import: the leads that it created or changed. Requires a single client. */
  import_id: { kind: 'import', label: 'Import', schema: z.optional(Id), isOfClient: true },
  /** Requires a single client. */
  custom: {
    kind: 'custom',
    label: 'Custom fields',
    schema: z.optional(custom),
    isMore: true,
    isOfClient: true,
  },
} as const satisfies Record<string, LeadFilter>;

type Rows = typeof LEAD_FILTERS;
export type FilterKey = keyof Rows;
export const FILTER_KEYS = Object.keys(LEAD_FILTERS) as FilterKey[];

/** The choices, values or texts of each filter as the page holds them, '' or none for a filter that is not set. */
export type FilterState = {
  [Key in FilterKey]: Rows[Key] extends { choices: infer Choices; initial: string }
    ? keyof Choices & string
    : Rows[Key] extends { choices: infer Choices }
      ? (keyof Choices & string) | ''
      : Rows[Key]['kind'] extends 'options' | 'people' | 'days' | 'products' | 'tags'
        ? readonly string[]
        : string;
};

type Schemas = {
  [Key in FilterKey as Rows[Key] extends { schema: unknown } ? Key : never]: Rows[Key] extends {
    schema: infer Schema;
  }
    ? Schema
    : never;
};

const schemas = Object.fromEntries(
  Object.entries(LEAD_FILTERS).flatMap(([key, row]) => ('schema' in row ? [[key, row.schema]] : [])),
) as Schemas;

/**
 * The filters as the API takes them. Each one narrows the list. Unknown names are rejected: a misspelled filter
 * must not select more leads than meant.
 */
export const LeadFilters = z.strictObject({
  ...schemas,
  /** Archived leads, active leads, or both with `show_all`. */
  is_archived: z.optional(flag),
  show_all: z.optional(flag),
  is_duplicate: z.optional(flag),
  no_next_step: z.optional(flag),
  campaign_id: z.optional(text(200)),
  search: z.optional(text(MAX_SEARCH, 'The search text')),
});
export type LeadFilters = z.infer<typeof LeadFilters>;
