import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';
import { Lead } from '#shared/leads/lead.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';
import { LeadSort } from '#shared/leads/leads.ts';

/** The number of cards that a column loads at a time. */
export const CARDS_OF_COLUMN = 20;
/** After this many days without a contact or a change, the cards of open leads show it. */
export const QUIET_AFTER_DAYS = 30;

const Cards = {
  leads: z.array(Lead),
  /** Whether the column has more leads after the last one. */
  has_more: z.boolean(),
};

/** The leads of one status option, or of all statuses that are not options. */
export const BoardColumn = z.object({
  ...Cards,
  /** The option's value; null for "Other", the leads whose status is not an option. */
  status: z.nullable(z.string()),
  total: z.int(),
  /** In rupees: the sum of `value` over the leads of the column. */
  value: z.number(),
  /** `total` and `value` are lower bounds. */
  totalIsCapped: z.boolean(),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

const tag = 'Leads';
const list = z.extend(LeadFilters, LeadSort.shape);

export const leadBoard = {
  get: endpoint({
    method: 'GET',
    path: '/leads/board',
    permission: 'leads.read',
    tag,
    summary: 'The leads of one client in columns by status: the first of each, with its total and its value',
    query: list,
    data: z.object({ columns: z.array(BoardColumn) }),
  }),
  column: endpoint({
    method: 'GET',
    path: '/leads/board/column',
    permission: 'leads.read',
    tag,
    summary: 'The leads of one column of the board, from the first one or behind a lead',
    query: z.extend(list, {
      /** The status of the column, omitted for "Other". */
      column: z.optional(text(80, 'The column')),
      after: z.optional(Id),
    }),
    data: z.object(Cards),
  }),
};
