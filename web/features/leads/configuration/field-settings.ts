import { DEFAULT_FIELD_CONFIGURATION, FieldConfiguration } from '#shared/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { ColouredOption } from '#shared/option-tones.ts';

/** A client's lead fields, ready to be asked: which go where, in which order, under which title. */
export type FieldSettings = {
  /** Every field with its setting. */
  settings: FieldConfiguration;
  /** Every field in the configured order. */
  all: readonly LeadFieldKey[];
  /** Columns of the list and rows of the detail page, in order. */
  table: readonly LeadFieldKey[];
  /** Inputs of forms, in order. */
  form: readonly LeadFieldKey[];
  title: (field: LeadFieldKey) => string;
  /** Configured choices; empty for a field without. */
  options: (field: LeadFieldKey) => readonly ColouredOption[];
};

export function fieldSettings(settings: FieldConfiguration): FieldSettings {
  // The sort is stable: fields with one order stay as the catalogue has them.
  const all = LEAD_FIELD_KEYS.toSorted((one, other) => settings[one].order - settings[other].order);
  return {
    settings,
    all,
    table: all.filter((field) => settings[field].showTable),
    form: all.filter((field) => settings[field].showForm),
    title: (field) => settings[field].title,
    options: (field) => settings[field].options ?? [],
  };
}

/** What holds where no client has configured anything, or several clients are seen at once. */
export const CATALOGUE_SETTINGS = fieldSettings(DEFAULT_FIELD_CONFIGURATION);

/** A configuration that was kept in the browser; undefined unless every field of today's catalogue is in it. */
export function storedConfiguration(stored: unknown): FieldConfiguration | undefined {
  const read = FieldConfiguration.safeParse(stored);
  return read.success ? read.data : undefined;
}
