import { isFieldKey } from '#shared/fields/custom-fields.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';
import { orderOf, settingOf } from '#web/features/field-configuration/current-configuration.ts';
import { MEANINGS, toneWord } from '#web/features/field-configuration/field-words.ts';

const PARTS = {
  title: 'name',
  showTable: 'Leads Table',
  showForm: 'Add Lead Form',
  required: 'Required',
  placeholder: 'placeholder',
  options: 'options',
} as const;
export type FieldPart = keyof typeof PARTS;

/** One property of one field that can be edited, possibly by two people at once. */
export type EditKey = `${FieldKey}.${FieldPart}`;
/** Texts by `EditKey`. A field that was added later has none. */
export type EditTexts = Readonly<Record<string, string>>;
export type ChangeTexts = (part: Readonly<Partial<Record<EditKey, string>>>) => void;

const PART_KEYS = Object.keys(PARTS) as FieldPart[];

/** The keys of all editable properties. */
export function editKeys(settings: FieldConfiguration): EditKey[] {
  return orderOf(settings).flatMap((field) => PART_KEYS.map((part): EditKey => `${field}.${part}`));
}

/** Returns the field and the property of a key. Keys of custom fields contain another dot. */
function partsOf(key: string): { field: FieldKey | undefined; part: FieldPart | undefined } {
  const dot = key.lastIndexOf('.');
  const field = key.slice(0, dot);
  return {
    field: isFieldKey(field) ? field : undefined,
    part: PART_KEYS.find((part) => key.endsWith(`.${part}`)),
  };
}

/** Flags become 'true' or empty and options become JSON: as texts, edits can be compared and merged. */
export function textsOf(settings: FieldConfiguration): Record<string, string> {
  return Object.fromEntries(
    orderOf(settings).flatMap((field) => Object.entries(textsOfOne(field, settingOf(settings, field)))),
  );
}

function textsOfOne(field: FieldKey, setting: FieldSetting | undefined): Record<string, string> {
  return {
    [`${field}.title`]: setting?.title ?? '',
    [`${field}.showTable`]: flagText(setting?.showTable ?? false),
    [`${field}.showForm`]: flagText(setting?.showForm ?? false),
    [`${field}.required`]: flagText(setting?.required ?? false),
    [`${field}.placeholder`]: setting?.placeholder ?? '',
    [`${field}.options`]: setting?.options ? optionsText(setting.options) : '',
  };
}

export const flagText = (flag: boolean): string => (flag ? 'true' : '');

export function optionsText(options: readonly ColouredOption[]): string {
  return JSON.stringify(options.map(({ value, label, meaning, tone }) => ({ value, label, meaning, tone })));
}

export const optionsIn = (text = ''): ColouredOption[] =>
  text ? (JSON.parse(text) as ColouredOption[]) : [];

/** Returns the changed fields as the server takes them, with their unchanged properties as in `seen`. */
export function changedSettings(seen: FieldConfiguration, texts: EditTexts): Partial<FieldConfiguration> {
  const before = textsOf(seen);
  const changed: Partial<FieldConfiguration> = {};
  for (const field of orderOf(seen)) {
    const setting = settingOf(seen, field);
    const typed = (part: FieldPart) => texts[`${field}.${part}`] ?? before[`${field}.${part}`] ?? '';
    // Spaces around a name are ignored.
    const isChanged = PART_KEYS.some(
      (part) => (before[`${field}.${part}`] ?? '').trim() !== typed(part).trim(),
    );
    if (!setting || !isChanged) continue;
    changed[field] = {
      ...setting,
      title: typed('title'),
      showTable: typed('showTable') !== '',
      showForm: typed('showForm') !== '',
      required: typed('required') !== '',
      ...(typed('placeholder') !== before[`${field}.placeholder`] && { placeholder: typed('placeholder') }),
      ...(setting.options && { options: optionsIn(typed('options')) }),
    };
  }
  return changed;
}

/** Names the property that was edited: 'Company: Required'. */
export function editTitle(key: EditKey, settings: FieldConfiguration): string {
  const { field, part } = partsOf(key);
  return `${(field && settingOf(settings, field)?.title) ?? field}: ${part && PARTS[part]}`;
}

export function editWords(key: string, text: string): string {
  const { part } = partsOf(key);
  if (part === 'title' || part === 'placeholder') return text || '-';
  if (part !== 'options') return text ? 'Yes' : 'No';
  return optionsIn(text).map(optionWords).join(' · ');
}

function optionWords({ label, meaning, tone }: ColouredOption): string {
  const more = [MEANINGS.find(({ value }) => value === meaning)?.label, tone && toneWord(tone)].filter(
    Boolean,
  );
  return more.length > 0 ? `${label} (${more.join(', ').toLowerCase()})` : label;
}
