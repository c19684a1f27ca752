import { AUDIT_ACTIONS } from '#shared/accounts/audit.ts';
import type { AuditLine } from '#shared/accounts/audit.ts';
import { formatDateTime, formatDay } from '#shared/values/dates.ts';
import { ROLE_LABELS, foldRole, roleLabel } from '#shared/accounts/permissions.ts';

/** An action in words. A removed absence has no days. */
export function actionText({ action, details }: AuditLine): string {
  if (action === 'absence_changed' && !details) return 'Absence of a user removed';
  return (AUDIT_ACTIONS as Record<string, string>)[action] ?? wordsOf(action);
}

/** Details whose values need no name next to them. */
const NAMELESS = new Set(['email', 'role']);

/** Names that need other words. */
const NAMES: Record<string, string> = {
  covered_by: 'covered by',
  first_day: 'from',
  last_day: 'until',
  hintsOfColleagues: 'hints of colleagues',
  manager: 'Managers see',
  salesrep: 'Sales Reps see',
  salesrepContacts: 'Sales Reps see contact details',
  reassignTo: 'handed to',
};

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
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return formatDateTime(value, timeZone);
  const role = name === 'role' ? foldRole(value) : undefined;
  return role && role in ROLE_LABELS ? roleLabel(role) : value;
}

/** `amountPaid` and `amount_paid` as `amount paid`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
