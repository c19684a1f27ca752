import { customName, fieldEntry, isCustomKey } from '#shared/fields/custom-fields.ts';
import { DEFAULT_FIELD_CONFIGURATION, FieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldSetting } from '#shared/fields/field-configuration.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import type { CustomFieldKey, FieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';

/** A client's lead fields with their positions, order and titles. */
export type FieldSettings = {
  /** The client's setting of a field; undefined for a field it no longer has. */
  setting: (field: FieldKey) => FieldSetting | undefined;
  /** The catalogue entry of a field: its type, its limits, and who writes it. */
  field: (field: FieldKey) => LeadField;
  /** All fields in the configured order. */
  all: readonly FieldKey[];
  /** The columns of the list and rows of the detail page, in order. */
  table: readonly FieldKey[];
  /** The inputs of forms, in order. */
  form: readonly FieldKey[];
  /** The custom fields, in order. */
  custom: readonly CustomFieldKey[];
  /** Whether the client shows a field in the list or in forms. Any other field is hidden everywhere. */
  isShown: (field: FieldKey) => boolean;
  title: (field: FieldKey) => string;
  /** The configured options; empty for a field without options. */
  options: (field: FieldKey) => readonly ColouredOption[];
};

/** The fields of the lead's client. */
export type FieldsOf = (lead: Pick<Lead, 'clientId'>) => FieldSettings;

export function fieldSettings(settings: FieldConfiguration): FieldSettings {
  const setting = (field: FieldKey): FieldSetting | undefined => settings[field];
  // The sort is stable: fields with equal order stay as in the catalogue, with custom fields after them.
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
 * The entry of a field. History and addresses may name a field that the client no longer has; only its name
 * is known.
 */
function entryOf(field: FieldKey, setting: FieldSetting | undefined): LeadField {
  if (!isCustomKey(field)) return leadField(field);
  const removed = { title: optionLabel(customName(field)), type: 'text' as const, required: false };
  return fieldEntry(field, setting ?? { ...removed, showTable: false, showForm: false });
}

/**
 * Whether a column of this field is right-aligned. Numbers that nobody adds up or compares are treated as
 * text.
 */
export function isNumeric(fields: FieldSettings, key: FieldKey): boolean {
  const { type } = fields.field(key);
  return type === 'money' || (type === 'number' && isCustomKey(key));
}

/** The settings when no client has configured anything, or when several clients are shown at once. */
export const CATALOGUE_SETTINGS = fieldSettings(DEFAULT_FIELD_CONFIGURATION);

/** Returns a configuration stored in the browser; undefined unless it has every current catalogue field. */
export function storedConfiguration(stored: unknown): FieldConfiguration | undefined {
  const read = FieldConfiguration.safeParse(stored);
  return read.success && LEAD_FIELD_KEYS.every((key) => key in read.data) ? read.data : undefined;
}
