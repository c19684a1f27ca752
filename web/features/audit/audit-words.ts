import { AUDIT_ACTIONS } from '#shared/accounts/audit.ts';
import type { AuditLine } from '#shared/accounts/audit.ts';
import { isId } from '#shared/fields/fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { LeadSort } from '#shared/leads/leads.ts';
import { formatDateTime, formatDay } from '#shared/values/dates.ts';
import { ROLE_LABELS, foldRole, roleLabel } from '#shared/accounts/permissions.ts';

/** An action in words. A removed absence has no days, and one with days was entered. */
export function actionText({ action, details }: AuditLine): string {
  if (action === 'absence_changed') return `User absence ${details ? 'entered' : 'removed'}`;
  return (AUDIT_ACTIONS as Record<string, string>)[action] ?? wordsOf(action);
}

/** Details whose values need no name next to them. */
const NAMELESS = new Set(['client', 'email', 'role']);

/** Names that need other words, in this order behind the others. */
const NAMES: Record<string, string> = {
  first_day: 'from',
  last_day: 'until',
  covered_by: 'covered by',
  manager: 'Managers see',
  salesrep: 'Sales Reps see',
  salesrepContacts: 'Sales Reps see contact details',
  hintsOfColleagues: 'hints of colleagues',
  reassignTo: 'handed to',
};

const ORDER = Object.keys(NAMES);

/** The leads that a role sees, as the choice words them. */
const SIGHTS: Record<string, string> = {
  company: "the company's leads",
  team: "the team's leads",
  own: 'own leads',
};

/** `format csv · rows 327`: the details of an entry as readable text, with times in `timeZone`. */
export function detailsText({ action, details }: AuditLine, timeZone: string): string {
  return Object.entries(details ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => {
      const isSight = action === 'visibility_changed' && typeof value === 'string';
      const text = isSight ? (SIGHTS[value] ?? value) : valueText(name, value, timeZone);
      return NAMELESS.has(name) ? text : `${NAMES[name] ?? wordsOf(name)} ${text}`;
    })
    .join(' · ');
}

function valueText(name: string, value: string | number | boolean | null, timeZone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return String(value);
  if (name === 'filters') return filtersText(value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return formatDateTime(value, timeZone);
  const role = name === 'role' ? foldRole(value) : undefined;
  return role && role in ROLE_LABELS ? roleLabel(role) : value;
}

/** `status New, Lost; assigned to`: the filters of an export, which are logged as JSON, without its order and ids. */
function filtersText(json: string): string {
  const filters = Object.entries(JSON.parse(json) as Record<string, unknown>)
    .filter(([name]) => !(name in LeadSort.shape) && name !== 'client_id')
    .map(([name, value]) => {
      const words = [value].flat().map(String);
      const said = words.filter((word) => !isId(word) && !word.startsWith('{'));
      return [wordsOf(name), said.map((word) => optionLabel(word)).join(', ')].filter(Boolean).join(' ');
    });
  return filters.join('; ') || 'none';
}

/** `amountPaid` and `amount_paid` as `amount paid`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
