import { CUSTOM_FIELD_TYPES, isCustomKey } from '#shared/custom-fields.ts';
import type { CustomFieldKey, CustomFieldType } from '#shared/custom-fields.ts';
import type { RemovedField } from '#shared/field-configuration.ts';

/** A client's own field as it is stored: its setting, which may say less or more than one, and whether it is removed. */
export type StoredField = {
  key: CustomFieldKey;
  type: CustomFieldType;
  title: string;
  isRemoved: boolean;
  own: Record<string, unknown>;
};

/** The fields of a client's own among its stored settings, removed ones too; what has no readable type is none. */
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

/** Removed ones, for whoever may bring them back. */
export function removedFields(settings: Record<string, unknown>): RemovedField[] {
  return storedFields(settings)
    .filter(({ isRemoved }) => isRemoved)
    .map(({ key, title, type }) => ({ key, title, type }));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
