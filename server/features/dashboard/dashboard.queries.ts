import { sql } from 'kysely';
import { NEXT_FOLLOW_UPS } from '#shared/activities/dashboard.ts';
import type { FirstSteps } from '#shared/activities/dashboard.ts';
import { dayOf, startOfDay, zoneOf } from '#shared/values/dates.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { getLeadFigures } from '#server/features/dashboard/lead-figures.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';
import { listFirstLeads } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { listPageOfReminders } from '#server/features/reminders/reminders.queries.ts';

const NEWEST: LeadSort = { sort_by: 'created_at', sort_order: 'desc' };
const HIGHEST_VALUE: LeadSort = { sort_by: 'value', sort_order: 'desc' };
const NEXT_FOLLOW_UP: LeadSort = { sort_by: 'next_followup_date', sort_order: 'asc' };

/** All data of the page: three statements, run in parallel. */
export async function getDashboard(scope: ReadScope) {
  const [figures, recent_leads, first_steps] = await Promise.all([
    getLeadFigures(scope),
    listLeadsBy(scope, NEXT_FOLLOW_UP, NEXT_FOLLOW_UPS),
    getFirstSteps(scope),
  ]);
  return { ...figures, recent_leads, first_steps };
}

/**
 * The first steps of a company, or of any for a user of all clients, as far as the caller sees its leads; null
 * when all but sharing out are done, which costs no look for leads without an owner.
 */
async function getFirstSteps(scope: ReadScope): Promise<FirstSteps | null> {
  const kept = sql`SELECT 1 FROM ${scope.table('leads')} leads WHERE leads.deleted_at IS NULL`;
  const { rows } = await sql<FirstSteps & { is_begun: boolean }>`
    SELECT *, is_begun OR NOT EXISTS (${kept} AND leads.assigned_to IS NULL AND NOT leads.is_archived) AS is_given_out
    FROM (SELECT *, has_leads AND has_team AND has_calls AS is_begun FROM (
      SELECT EXISTS (${kept}) AS has_leads,
        EXISTS (SELECT 1 FROM ${scope.table('members')} members
          WHERE members.belongs AND members.is_active AND members.id <> ${scope.user.id}
            AND ${scope.clientId('members')} IS NOT NULL) AS has_team,
        EXISTS (SELECT 1 FROM ${scope.table('call_logs')} call_logs) AS has_calls
    ) taken) steps
  `.execute(scope.db);
  const [{ is_begun, ...steps } = { is_begun: true }] = rows;
  return is_begun ? null : (steps as FirstSteps);
}

/** The first leads of the unfiltered list, in the given order. */
export async function listLeadsBy(scope: ReadScope, sort: LeadSort, limit: number): Promise<PresentedLead[]> {
  return await listFirstLeads(scope, await readyFilters(scope, {}), sort, limit);
}

/** Open leads with a value, highest first. */
export async function listHighValueLeads(scope: ReadScope, limit: number): Promise<PresentedLead[]> {
  const open = await readyFilters(scope, { meaning: 'open', is_duplicate: false });
  return await listFirstLeads(scope, open, HIGHEST_VALUE, limit, sql`leads.value IS NOT NULL`);
}

/** Leads whose follow-up is overdue or due before the client's day ends, earliest first. */
export async function listDueLeads(scope: ReadScope, limit: number): Promise<PresentedLead[]> {
  const timeZone = zoneOf(scope.client);
  const tomorrow = startOfDay(dayOf(new Date(), timeZone), timeZone, 1);
  const all = await readyFilters(scope, {});
  return await listFirstLeads(scope, all, NEXT_FOLLOW_UP, limit, sql`leads.next_followup_date < ${tomorrow}`);
}

/** Leads with an open or a won status, newest first. */
export async function listLeadsMeaning(
  scope: ReadScope,
  meaning: 'open' | 'won',
  limit: number,
): Promise<PresentedLead[]> {
  const filters = await readyFilters(scope, { meaning, is_duplicate: false });
  return await listFirstLeads(scope, filters, NEWEST, limit);
}

/** Open reminders, earliest first. */
export async function listPendingReminders(scope: ReadScope, limit: number) {
  const query = {
    page: 1,
    limit,
    owners: undefined,
    is_completed: 'false',
    sort_by: 'reminder_date',
    sort_order: 'asc',
  } as const;
  return await listPageOfReminders(scope, query);
}
