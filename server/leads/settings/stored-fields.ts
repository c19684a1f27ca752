import { CUSTOM_FIELD_TYPES, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomFieldType } from '#shared/fields/custom-fields.ts';
import type { RemovedField } from '#shared/fields/field-configuration.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';

/**
 * A custom field as stored: its setting, which may have too few or too many properties, and whether it is
 * removed.
 */
export type StoredField = {
  key: CustomFieldKey;
  type: CustomFieldType;
  title: string;
  isRemoved: boolean;
  own: Record<string, unknown>;
};

/**
 * The custom fields among a client's stored settings, including removed ones; skips an entry without a valid
 * type.
 */
export function storedFields(settings: Record<string, unknown>): StoredField[] {
  return Object.keys(settings)
    .filter(isCustomKey)
    .flatMap((key): StoredField[] => {
      const own = settings[key];
      if (!isRecord(own)) return [];
      const type = CUSTOM_FIELD_TYPES.find((each) => each === own['type']);
      if (!type) return [];
      const title = typeof own['title'] === 'string' ? own['title'] : key;
      return [{ key, type, title, isRemoved: own['removed'] === true, own }];
    });
}

/** The removed fields, for users who may restore them. */
export function removedFields(settings: Record<string, unknown>): RemovedField[] {
  return storedFields(settings)
    .filter(({ isRemoved }) => isRemoved)
    .map(({ key, title, type }) => ({ key, title, type }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
