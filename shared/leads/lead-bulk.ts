import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';
import { LeadFieldsInput, WithReminders } from '#shared/leads/lead.ts';
import { TagList } from '#shared/fields/lead-values.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';

/** The maximum number of leads listed by id in one request. Filters can reach more. */
export const MAX_BULK_IDS = 1000;
/** The maximum number of leads that one request can reach by filter, and that `GET /leads/count` counts. */
export const MAX_BULK_MATCHING = 100_000;

const { shape } = LeadFieldsInput;

/**
 * Tags for many leads: duplicates are removed regardless of case, and blank ones are ignored. A list of only
 * blank tags counts as not sent; only an empty list means no tags.
 */
const BulkTags = z.pipe(
  TagList,
  z.transform((list: string[]) => {
    const tags = new Map(
      list
        .filter(Boolean)
        .toReversed()
        .map((tag) => [tag.toLowerCase(), tag]),
    );
    return list.length > 0 && tags.size === 0 ? undefined : [...tags.values()].toReversed();
  }),
);

/** The fields of the bulk dialog. Only those sent change. */
export const BulkUpdates = z.object({
  status: shape.status,
  lost_reason: shape.lost_reason,
  source: shape.source,
  assigned_to: shape.assigned_to,
  with_reminders: WithReminders,
  interest_level: shape.interest_level,
  lead_score: shape.lead_score,
  is_archived: shape.is_archived,
  tags: z.optional(BulkTags),
  /** How `tags` is used: added to a lead's tags, replacing them, or removed from them. */
  tags_mode: z._default(z.enum(['add', 'replace', 'remove']), 'add'),
  /** Text appended to a lead's notes. */
  notes: z.optional(text(5000, 'Notes')),
  next_followup_date: shape.next_followup_date,
});
export type BulkUpdates = z.infer<typeof BulkUpdates>;

const Ids = z
  .array(Id, 'lead_ids must be a list of ids.')
  .check(
    z.maxLength(
      MAX_BULK_IDS,
      `At most ${MAX_BULK_IDS} leads can be named at once; use the filters for more.`,
    ),
  );

/** Leads by id (`leadIds` works as well), or every lead that matches the filters of the list. */
const Selection = {
  lead_ids: z.optional(Ids),
  leadIds: z.optional(Ids),
  matching: z.optional(
    z.extend(LeadFilters, {
      /** All leads of the client, instead of filters. Includes archived ones unless `is_archived` is sent. */
      everything: z.optional(z.literal(true, 'everything must be true.')),
    }),
  ),
};

export const BulkFailure = z.object({ id: Id, name: z.string(), message: z.string() });
export type BulkFailure = z.infer<typeof BulkFailure>;

/** The maximum number of listed leads that could not be changed. Their count is always exact. */
export const MAX_LISTED_FAILURES = 1000;

const outcome = {
  failed: z.int(),
  failures: z.array(BulkFailure),
  /** The ids for an undo: one for each client whose leads were changed. */
  operation_ids: z.array(Id),
};

const assign = { tag: 'Leads', permission: 'distribution.manage' } as const;
const { leadIds: _, ...Chosen } = Selection;
/** Absent: the client's rules choose, and only for leads without an owner. */
const AssignTo = z.optional(Id);

export const leadBulk = {
  assign: endpoint({
    ...assign,
    method: 'POST',
    path: '/leads/bulk-assign',
    changes: ['leads', 'reminders', 'operations'],
    summary: 'Assign up to 1,000 leads to one user, or give out those without an owner by the rules',
    body: z.object({ ...Chosen, assigned_to: AssignTo }),
    data: z.object({ assigned: z.int(), ...outcome }),
  }),
  previewAssign: endpoint({
    ...assign,
    method: 'POST',
    path: '/leads/bulk-assign/preview',
    summary: 'Who would get how many of these leads by the rules; nothing is changed',
    body: z.object(Chosen),
    data: z.object({
      people: z.array(z.object({ id: Id, name: z.string(), leads: z.int() })),
      /** Leads for which the rules have nobody, or that have an owner, and why the first of them stays. */
      left: z.int(),
      reason: z.nullable(z.string()),
    }),
  }),
  update: endpoint({
    method: 'POST',
    path: '/leads/bulk-update',
    permission: 'leads.bulk_update',
    changes: ['leads', 'reminders', 'operations'],
    tag: 'Leads',
    summary: 'Change many leads at once',
    body: z.object({ ...Selection, updates: z.prefault(BulkUpdates, {}) }),
    data: z.object({ updated: z.int(), ...outcome }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/leads/bulk-delete',
    permission: 'leads.bulk_delete',
    changes: ['leads', 'reminders', 'operations'],
    tag: 'Leads',
    summary: 'Move many leads to the trash',
    body: z.object(Selection),
    listMeans: 'lead_ids',
    data: z.object({ deleted: z.int(), ...outcome }),
  }),
};
