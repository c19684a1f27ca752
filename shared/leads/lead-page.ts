import * as z from 'zod/mini';
import { CallLog } from '#shared/activities/call-logs.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { HistoryEntry } from '#shared/leads/lead-history.ts';
import { Lead } from '#shared/leads/lead.ts';
import { Reminder } from '#shared/activities/reminders.ts';

/** Timeline entries that come with the page, and with each further part. */
export const TIMELINE_PAGE = 20;
/** Open follow-ups that come with the page, earliest first. */
export const FOLLOW_UPS_OF_PAGE = 12;

/** Everything that a lead's page and the call screen show. */
export const LeadPage = z.object({
  lead: Lead,
  /** Newest first. */
  calls: z.array(CallLog),
  /** Open ones, earliest first. */
  reminders: z.array(Reminder),
  /** The newest entries, and the number of parts of the whole timeline. */
  timeline: z.object({ entries: z.array(HistoryEntry), parts: z.int() }),
});
export type LeadPage = z.infer<typeof LeadPage>;

export const leadPage = {
  get: endpoint({
    method: 'GET',
    path: '/leads/:id/page',
    permission: 'leads.read',
    tag: 'Leads',
    summary: 'One lead with its calls, open follow-ups and the newest entries of its timeline',
    params: z.object({ id: Id }),
    data: LeadPage,
  }),
};
