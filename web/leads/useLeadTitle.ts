import type { Lead } from '#shared/lead.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { positionOf } from '#web/leads/lead-cards.ts';
import { usePageTitle } from '#web/lib/page-title.ts';

/**
 * Titles the page with the lead's name or, while the lead loads, with just the `task`: 'Log a call: Arif
 * Khan'.
 */
export function useLeadTitle(lead: Lead | undefined, fields: FieldSettings, task = ''): void {
  const label = lead ? [task, lead.name].filter(Boolean).join(': ') : task || 'Lead';
  usePageTitle(label, lead ? positionOf(lead, fields) : '');
}
