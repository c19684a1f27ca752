import { CUSTOM_FIELD_TYPES, MAX_CUSTOM_FIELDS, customKey, isCustomKey } from '#shared/custom-fields.ts';
import type { CustomFieldKey, CustomFieldType } from '#shared/custom-fields.ts';
import type { RemovedField } from '#shared/field-configuration.ts';
import { InvalidInput } from '#server/errors.ts';

/** A client's own field as it is stored: its setting, which may say less or more than one, and whether it is removed. */
export type StoredField = {
  key: CustomFieldKey;
  type: CustomFieldType;
  title: string;
  isRemoved: boolean;
  own: Record<string, unknown>;
};

const LONGEST_NAME = 40;

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

/**
 * The key of a new field: its title in small ASCII letters, digits and `_`, and a number where that is taken, also by a
 * removed field. Throws 422 when there are too many.
 */
export function newKey(title: string, settings: Record<string, unknown>): CustomFieldKey {
  const taken = Object.keys(settings).filter(isCustomKey);
  if (taken.length >= MAX_CUSTOM_FIELDS)
    throw new InvalidInput([
      { message: `A client can have ${MAX_CUSTOM_FIELDS} fields of its own at most.` },
    ]);
  const name = nameOf(title, LONGEST_NAME) || 'field';
  // What every object has already, such as `constructor`, is no name of a value.
  const isFree = (key: CustomFieldKey, plain: string) => !taken.includes(key) && !(plain in {});
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `_${number}`;
    const plain = `${nameOf(name, LONGEST_NAME - ending.length)}${ending}`;
    if (isFree(customKey(plain), plain)) return customKey(plain);
  }
}

function nameOf(title: string, most: number): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, most)
    .replace(/_$/, '');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
