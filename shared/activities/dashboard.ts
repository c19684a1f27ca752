import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import { Lead } from '#shared/leads/lead.ts';
import { LeadSort, LeadStats } from '#shared/leads/leads.ts';
import { PageQuery, SortOrder } from '#shared/protocol/pagination.ts';
import { Reminder } from '#shared/activities/reminders.ts';

/** The months of the trend, including the current one. */
export const TREND_MONTHS = 6;
/** The number of leads under 'Next Follow-up Leads' on the dashboard. */
export const NEXT_FOLLOW_UPS = 7;

/** One month of the client's calendar, for example `2026-06`, and the leads created in it. */
export const MonthlyPoint = z.object({ month: z.string(), leads: z.int() });
export type MonthlyPoint = z.infer<typeof MonthlyPoint>;

/** `source` is null for leads without one. */
export const SourceCount = z.object({ source: z.nullable(z.string()), leads: z.int() });
export type SourceCount = z.infer<typeof SourceCount>;

/**
 * The leads of one status and meaning. A status with different meanings for different clients has one entry
 * for each.
 */
export const StatusCount = z.object({
  status: z.string(),
  meaning: z.enum(['open', 'won', 'lost'] satisfies StatusMeaning[]),
  leads: z.int(),
  /** In rupees: the sum of `value`. */
  value: z.number(),
});
export type StatusCount = z.infer<typeof StatusCount>;

/** The steps that a new company has taken. */
export const FirstSteps = z.object({
  has_leads: z.boolean(),
  /** Somebody else belongs to the company. */
  has_team: z.boolean(),
  /** Every lead that is not archived has an owner. */
  is_given_out: z.boolean(),
  has_calls: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/**
 * All data of the page, read at one moment. Counts cover leads that are neither archived nor duplicates, like
 * `GET /leads?is_duplicate=false`.
 */
export const Dashboard = z.object({
  stats: LeadStats,
  /** The Monday from which `new_this_week` counts, in the client's calendar. */
  week_begins: z.iso.date(),
  monthly_trend: z.array(MonthlyPoint),
  leads_by_source: z.array(SourceCount),
  leads_by_status: z.array(StatusCount),
  recent_leads: z.array(Lead),
  /** Null once leads, a team and a call are there. */
  first_steps: z.nullable(FirstSteps),
});
export type Dashboard = z.infer<typeof Dashboard>;

const clientId = z.optional(Id);
const ofClient = z.object({ clientId });
const someOfClient = z.object({ clientId, limit: PageQuery.limit });

const reading = { method: 'GET', permission: 'leads.read', tag: 'Dashboard' } as const;
const someLeads = { ...reading, query: someOfClient, data: z.array(Lead) } as const;

export const dashboard = {
  get: endpoint({
    ...reading,
    path: '/dashboard/',
    plainPath: '/dashboard',
    summary: 'Everything the dashboard shows, in one call',
    query: ofClient,
    data: Dashboard,
  }),
  stats: endpoint({
    ...reading,
    path: '/dashboard/stats',
    summary: 'Totals of the pipeline, as /leads/stats',
    query: ofClient,
    data: LeadStats,
  }),
  monthlyTrend: endpoint({
    ...reading,
    path: '/dashboard/monthly-trend',
    summary: 'Leads created in each of the last six months of the client’s calendar',
    query: ofClient,
    data: z.array(MonthlyPoint),
  }),
  recentLeads: endpoint({
    ...reading,
    path: '/dashboard/recent-leads',
    summary:
      'The first active leads in an order; by default those with the next follow-up, overdue ones first',
    query: z.extend(someOfClient, {
      orderBy: z._default(LeadSort.shape.sort_by.def.innerType, 'next_followup_date'),
      orderDirection: z._default(SortOrder, 'asc'),
    }),
    data: z.array(Lead),
  }),
  leadsBySource: endpoint({
    ...reading,
    path: '/dashboard/leads-by-source',
    summary: 'How many leads each source has brought, most first',
    query: ofClient,
    data: z.array(SourceCount),
  }),
  leadsByStatus: endpoint({
    ...reading,
    path: '/dashboard/leads-by-status',
    summary: 'How many leads stand at each status and what they are worth, most first',
    query: ofClient,
    data: z.array(StatusCount),
  }),
  highValueLeads: endpoint({
    ...someLeads,
    path: '/dashboard/high-value-leads',
    summary: 'Open leads with the highest value',
  }),
  leadsRequiringFollowup: endpoint({
    ...someLeads,
    path: '/dashboard/leads-requiring-followup',
    summary: 'Leads whose follow-up is overdue or due today, earliest first',
  }),
  activeLeads: endpoint({
    ...someLeads,
    path: '/dashboard/active-leads',
    summary: 'Leads with an open status, newest first',
  }),
  convertedLeads: endpoint({
    ...someLeads,
    path: '/dashboard/converted-leads',
    summary: 'Leads with a won status, newest first',
  }),
  pendingReminders: endpoint({
    ...reading,
    permission: 'reminders.read',
    path: '/dashboard/pending-reminders',
    summary: 'Open reminders, earliest first',
    query: someOfClient,
    data: z.array(Reminder),
  }),
};
