import { customName, fieldEntry, isCustomKey } from '#shared/custom-fields.ts';
import { DEFAULT_FIELD_CONFIGURATION, FieldConfiguration } from '#shared/field-configuration.ts';
import type { FieldSetting } from '#shared/field-configuration.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import type { CustomFieldKey, FieldKey, LeadField } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { ColouredOption } from '#shared/option-tones.ts';

/** A client's lead fields, ready for questions: the places, order and titles of fields. */
export type FieldSettings = {
  /** The client's setting of a field; undefined for a field it no longer has. */
  setting: (field: FieldKey) => FieldSetting | undefined;
  /** The product's knowledge of a field: its type, its limits, who writes it. */
  field: (field: FieldKey) => LeadField;
  /** Every field in the configured order. */
  all: readonly FieldKey[];
  /** Columns of the list and rows of the detail page, in order. */
  table: readonly FieldKey[];
  /** Inputs of forms, in order. */
  form: readonly FieldKey[];
  /** Custom fields among them, in order. */
  custom: readonly CustomFieldKey[];
  /** Whether the client shows a field in the list or in forms; any other field is hidden everywhere. */
  isShown: (field: FieldKey) => boolean;
  title: (field: FieldKey) => string;
  /** Configured choices; empty for a field without. */
  options: (field: FieldKey) => readonly ColouredOption[];
};

/** The fields of the client that has a lead. */
export type FieldsOf = (lead: Pick<Lead, 'clientId'>) => FieldSettings;

export function fieldSettings(settings: FieldConfiguration): FieldSettings {
  const setting = (field: FieldKey): FieldSetting | undefined => settings[field];
  // The sort is stable: fields with one order stay as in the catalogue, custom fields after them.
  const keys: FieldKey[] = [...LEAD_FIELD_KEYS, ...Object.keys(settings).filter(isCustomKey)];
  const orderOf = (field: FieldKey) => setting(field)?.order ?? 0;
  const all = keys.toSorted((one, other) => orderOf(one) - orderOf(other));
  const entries = new Map<FieldKey, LeadField>(all.map((field) => [field, entryOf(field, setting(field))]));
  return {
    setting,
    field: (field) => entries.get(field) ?? entryOf(field, undefined),
    all,
    table: all.filter((field) => setting(field)?.showTable),
    form: all.filter((field) => setting(field)?.showForm),
    custom: all.filter(isCustomKey),
    isShown: (field) => Boolean(setting(field)?.showTable || setting(field)?.showForm),
    title: (field) => setting(field)?.title ?? entryOf(field, undefined).title,
    options: (field) => setting(field)?.options ?? [],
  };
}

/**
 * The entry of a field. Of a field that the client no longer has, as history and addresses may name, only the name is
 * known.
 */
function entryOf(field: FieldKey, setting: FieldSetting | undefined): LeadField {
  if (!isCustomKey(field)) return leadField(field);
  const removed = { title: optionLabel(customName(field)), type: 'text' as const, required: false };
  return fieldEntry(field, setting ?? { ...removed, showTable: false, showForm: false });
}

/** Whether a column of this field is set to the right; numbers that nobody adds up or compares are text. */
export function isNumeric(fields: FieldSettings, key: FieldKey): boolean {
  const { type } = fields.field(key);
  return type === 'money' || (type === 'number' && isCustomKey(key));
}

/** The settings where no client has configured anything, or several clients are seen at once. */
export const CATALOGUE_SETTINGS = fieldSettings(DEFAULT_FIELD_CONFIGURATION);

/** A configuration that was kept in the browser; undefined unless it has every field of today's catalogue. */
export function storedConfiguration(stored: unknown): FieldConfiguration | undefined {
  const read = FieldConfiguration.safeParse(stored);
  return read.success && LEAD_FIELD_KEYS.every((key) => key in read.data) ? read.data : undefined;
}
