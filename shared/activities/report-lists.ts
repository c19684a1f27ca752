import type { PeopleFigures, ReportDays } from '#shared/activities/reports.ts';
import { MAX_VALUES } from '#shared/protocol/several.ts';

/** The list with the rows that a figure counts, and its query. */
export type FigureList = { list: 'leads' | 'calls' | 'reminders'; query: Record<string, string | string[]> };

/** The id of "nobody" among the people of a row. */
export const NOBODY = 'none';

/**
 * Returns the list of the rows that make up a figure for these people (undefined: the whole company); for a
 * median, a sum or a value, the rows it comes from. Undefined when there are more people than a list can
 * filter by.
 */
export function listOfFigure(
  key: keyof PeopleFigures,
  { from_date, to_date }: ReportDays,
  people?: readonly string[],
): FigureList | undefined {
  if (people && people.length > MAX_VALUES) return undefined;
  const leads = { is_duplicate: 'false', ...(people && { assigned_to: [...people] }) };
  const days = { from_date, to_date };
  const owners = people && { user_id: [...people] };
  const work = { ...days, ...owners };
  const created = (more: FigureList['query'] = {}): FigureList => ({
    list: 'leads',
    query: { ...days, ...leads, ...more },
  });
  switch (key) {
    case 'new_leads':
      return created();
    case 'contacted':
    case 'first_contact_minutes':
      return created({ is_contacted: 'true' });
    case 'in_time':
    case 'too_late':
      return created({ first_contact: key });
    case 'converted':
    case 'converted_value': {
      const converted = { converted_from: days.from_date, converted_to: days.to_date };
      return { list: 'leads', query: { ...leads, ...converted, meaning: 'won' } };
    }
    case 'calls':
    case 'talk_minutes':
      return { list: 'calls', query: work };
    case 'connected':
      return { list: 'calls', query: { ...work, call_status: 'completed' } };
    case 'follow_ups_on_time':
    case 'follow_ups_late': {
      const was_late = String(key === 'follow_ups_late');
      return { list: 'reminders', query: { ...work, is_completed: 'true', was_late } };
    }
    case 'follow_ups_open':
      return { list: 'reminders', query: { ...work, is_completed: 'false' } };
    case 'follow_ups_overdue':
      return { list: 'reminders', query: { ...owners, is_completed: 'false', due: 'overdue' } };
  }
}
