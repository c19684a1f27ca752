import { isFieldKey } from '#shared/fields/custom-fields.ts';
import type { FieldChange, HistoryEntry } from '#shared/leads/lead-history.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { PROGRAMS } from '#shared/leads/message-templates.ts';
import { isMissed, lengthWords } from '#web/leads/calls/call-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

type Change = Extract<HistoryEntry, { type: 'change' }>;

const KINDS: Record<Change['kind'], string> = {
  created: 'Lead created',
  updated: 'Lead changed',
  deleted: 'Lead moved to the trash',
  restored: 'Lead restored',
  merged: 'Lead merged',
  shown: 'Contact details shown',
};

const VIAS: Partial<Record<Change['via'], string>> = {
  bulk: ' in bulk',
  import: ' by an import',
  undo: ' by an undo',
  api_key: ' through the API',
};

/** The headline of an entry: 'Lead changed in bulk', 'Outbound call, 12 minutes', 'Missed call'. */
export function headlineOf(entry: HistoryEntry): string {
  if (entry.type === 'change') return KINDS[entry.kind] + (VIAS[entry.via] ?? '');
  if (entry.type === 'reminder') return `Reminder: ${entry.title}`;
  if (entry.type === 'note') return 'Note';
  if (entry.type === 'message') {
    const { channel, template } = entry;
    return `Opened ${PROGRAMS[channel]}${template === null ? '' : ` with “${template}”`}`;
  }
  return isMissed(entry) ? 'Missed call' : `${optionLabel(entry.call_type)} call, ${lengthWords(entry)}`;
}

/** The title of a changed field. A field that no longer exists is named by its key. */
export function changeTitle({ field }: FieldChange, fields: FieldSettings): string {
  return isFieldKey(field) ? fields.title(field) : optionLabel(field);
}
