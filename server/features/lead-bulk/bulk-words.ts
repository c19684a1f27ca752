import { formatDateTime } from '#shared/values/dates.ts';
import type { BulkUpdates } from '#shared/leads/lead-bulk.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';

type Options = Partial<Record<LeadFieldKey, readonly Option[]>>;

const TAGS_MARK = { add: '+', replace: '→', remove: '−' } as const;
const MAX_SUMMARY = 300;

/** A bulk update as text: 'Status → Contacted, Tags + vip'. */
export function updateInWords(
  updates: BulkUpdates,
  options: Options,
  assignee: string | null,
  timeZone: string,
): string {
  const { status, lost_reason, source, interest_level, assigned_to, lead_score, is_archived } = updates;
  const { tags, tags_mode, notes, next_followup_date } = updates;
  const parts: string[] = [];
  const set = (key: LeadFieldKey, value: string | number | null | undefined) => {
    if (value === undefined) return;
    const known = options[key];
    const shown = value !== null && known ? optionLabel(String(value), known) : (value ?? 'none');
    parts.push(`${leadField(key).title} → ${shown}`);
  };
  set('status', status);
  set('lost_reason', lost_reason);
  set('source', source);
  if (assigned_to !== undefined) set('assigned_to', assigned_to === null ? 'Unassigned' : assignee);
  set('interest_level', interest_level);
  set('lead_score', lead_score);
  if (is_archived !== undefined) parts.push(is_archived ? 'Archived' : 'Restored from the archive');
  if (tags) parts.push(`Tags ${TAGS_MARK[tags_mode]} ${tags.join(', ') || 'none'}`);
  if (notes) parts.push(`Notes + ${notes.split('\n', 1)[0]}`);
  if (next_followup_date !== undefined)
    set('next_followup_date', next_followup_date && formatDateTime(next_followup_date, timeZone));
  const words = parts.join(', ');
  return words.length > MAX_SUMMARY ? `${words.slice(0, MAX_SUMMARY - 1)}…` : words;
}
