import type { FieldConfiguration, FieldSetting } from '#shared/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { ColouredOption } from '#shared/option-tones.ts';
import { MEANINGS, toneWord } from '#web/features/lead-fields/field-words.ts';

const PARTS = {
  title: 'name',
  showTable: 'Leads Table',
  showForm: 'Add Lead Form',
  required: 'Required',
  options: 'options',
} as const;
export type FieldPart = keyof typeof PARTS;

/** One thing of one field that can be edited, and collide with the edit of somebody else. */
export type EditKey = `${LeadFieldKey}.${FieldPart}`;
export type EditTexts = Record<EditKey, string>;
export type ChangeTexts = (part: Partial<EditTexts>) => void;

const PART_KEYS = Object.keys(PARTS) as FieldPart[];
export const EDIT_KEYS: readonly EditKey[] = LEAD_FIELD_KEYS.flatMap((field) =>
  PART_KEYS.map((part): EditKey => `${field}.${part}`),
);

/** Flags are 'true' or empty, options their JSON: as texts, edits are compared and laid over one another. */
export function textsOf(settings: FieldConfiguration): EditTexts {
  return Object.fromEntries(
    LEAD_FIELD_KEYS.flatMap((field) => {
      const { title, showTable, showForm, required, options } = settings[field];
      return [
        [`${field}.title`, title],
        [`${field}.showTable`, flagText(showTable)],
        [`${field}.showForm`, flagText(showForm)],
        [`${field}.required`, flagText(required)],
        [`${field}.options`, options ? optionsText(options) : ''],
      ];
    }),
  ) as EditTexts;
}

export const flagText = (flag: boolean): string => (flag ? 'true' : '');

export function optionsText(options: readonly ColouredOption[]): string {
  return JSON.stringify(options.map(({ value, label, meaning, tone }) => ({ value, label, meaning, tone })));
}

export const optionsIn = (text: string): ColouredOption[] =>
  text ? (JSON.parse(text) as ColouredOption[]) : [];

/** Spaces around a name do not count. */
export function isSame(_key: EditKey, one: string, other: string): boolean {
  return one.trim() === other.trim();
}

/** The fields of which something was typed, as the server takes them; the rest of each is as `seen`. */
export function changedSettings(
  seen: FieldConfiguration,
  texts: EditTexts,
): Partial<Record<LeadFieldKey, FieldSetting>> {
  const before = textsOf(seen);
  const changed = LEAD_FIELD_KEYS.filter((field) =>
    PART_KEYS.some(
      (part) => !isSame(`${field}.${part}`, before[`${field}.${part}`], texts[`${field}.${part}`]),
    ),
  );
  return Object.fromEntries(
    changed.map((field) => [
      field,
      {
        ...seen[field],
        title: texts[`${field}.title`],
        showTable: texts[`${field}.showTable`] !== '',
        showForm: texts[`${field}.showForm`] !== '',
        required: texts[`${field}.required`] !== '',
        ...(seen[field].options && { options: optionsIn(texts[`${field}.options`]) }),
      },
    ]),
  );
}

/** What an edit is about: 'Company: Required'. */
export function editTitle(key: EditKey, settings: FieldConfiguration): string {
  const [field, part] = key.split('.') as [LeadFieldKey, FieldPart];
  return `${settings[field].title}: ${PARTS[part]}`;
}

export function editWords(key: EditKey, text: string): string {
  const [, part] = key.split('.') as [LeadFieldKey, FieldPart];
  if (part === 'title') return text || '-';
  if (part !== 'options') return text ? 'Yes' : 'No';
  return optionsIn(text).map(optionWords).join(' · ');
}

function optionWords({ label, meaning, tone }: ColouredOption): string {
  const more = [MEANINGS.find(({ value }) => value === meaning)?.label, tone && toneWord(tone)].filter(
    Boolean,
  );
  return more.length > 0 ? `${label} (${more.join(', ').toLowerCase()})` : label;
}
