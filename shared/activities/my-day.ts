import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields/fields.ts';
import { LeadPage } from '#shared/leads/lead-page.ts';
import { Reminder } from '#shared/activities/reminders.ts';
import { WHOSE_DAYS } from '#shared/activities/whose-day.ts';

/** The number of rows shown per group. The group's count opens a list with all of them. */
export const ROWS_OF_GROUP = 8;
/** Counts above this show as "1,000+". */
export const MOST_COUNTED = 1000;

/** A lead that awaits its first contact or next step. */
export const WaitingLead = z.object({
  id: Id,
  name: z.string(),
  company_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  status: z.string(),
  assigned_user_name: z.nullable(z.string()),
  last_contacted_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  clientId: Id,
  ...clientOfRow,
});
export type WaitingLead = z.infer<typeof WaitingLead>;

const counted = { total: z.int(), totalIsCapped: z.boolean() };
const DueGroup = z.object({ ...counted, rows: z.array(Reminder) });
const WaitingGroup = z.object({ ...counted, rows: z.array(WaitingLead) });

/**
 * Behaviour 38: open follow-ups by day, and open leads without a planned step. Each lead appears once, in its
 * most urgent group: by its first follow-up or, without one, among the new leads until somebody has contacted
 * it.
 */
export const MyDay = z.object({
  whose: z.enum(WHOSE_DAYS),
  /**
   * The people whose follow-ups the user covers today, until `last_day`, or until further notice when it is
   * null.
   */
  covers: z.array(z.object({ user_id: Id, name: z.string(), last_day: z.nullable(z.iso.date()) })),
  overdue: DueGroup,
  today: DueGroup,
  tomorrow: DueGroup,
  later: DueGroup,
  no_next_step: WaitingGroup,
  new: WaitingGroup,
  /** New unassigned leads that the user may take; without rows in the team's day, where they are among the new. */
  unassigned: WaitingGroup,
  /** On request: everything about the leads that are due until today, for work without a connection. */
  pages: z.optional(z.array(LeadPage)),
});
export type MyDay = z.infer<typeof MyDay>;

export const myDay = {
  get: endpoint({
    method: 'GET',
    path: '/reminders/day',
    permission: 'reminders.read',
    tag: 'Reminders',
    summary:
      'The day of the signed-in user, or of the team: due follow-ups and waiting leads, with the count of each group',
    query: z.object({
      whose: z.optional(z.enum(WHOSE_DAYS, 'Choose me or team.')),
      client_id: z.optional(Id),
      pages: z.optional(z.literal('true', 'pages must be true.')),
    }),
    data: MyDay,
  }),
};
