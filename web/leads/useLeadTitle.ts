import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { positionOf } from '#web/leads/lead-cards.ts';
import { usePageTitle } from '#web/lib/page-title.ts';

/**
 * Titles the page with the lead's name, after the `task`: 'Log a call: Arif Khan'. While the lead loads, which
 * it cannot without a connection, a list that showed it knows the name.
 */
export function useLeadTitle(
  leadId: string,
  lead: Lead | undefined,
  fields: FieldSettings,
  task?: string,
): void {
  const client = useQueryClient();
  const name = lead?.name ?? listedName(client, leadId);
  const label = [task, name].filter(Boolean).join(': ') || 'Lead';
  usePageTitle(label, lead ? positionOf(lead, fields) : '');
}

function listedName(client: QueryClient, leadId: string): string | undefined {
  const listOf = (path: string) => ({
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[3] === path,
  });
  const rows = client.getQueriesData<{ data: Lead[] }>(listOf(leads.list.path));
  const listed = rows.flatMap(([, answer]) => answer?.data ?? []).find(({ id }) => id === leadId);
  if (listed) return listed.name;
  const due = client.getQueriesData<{ data: { reminders: Reminder[] } }>(listOf(reminders.list.path));
  const planned = due.flatMap(([, answer]) => answer?.data.reminders ?? []);
  return planned.find(({ lead_id }) => lead_id === leadId)?.lead.name;
}
