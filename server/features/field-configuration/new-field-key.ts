import { MAX_CUSTOM_FIELDS, customKey, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';
import { InvalidInput } from '#server/errors.ts';
import { removedFields } from '#server/leads/settings/stored-fields.ts';

const LONGEST_NAME = 40;

/**
 * The key of a new field: its title in lower-case ASCII letters, digits and `_`, with a number added if the
 * key is taken, even by a removed field. Throws 422 when there are too many fields, including removed ones.
 */
export function newKey(title: string, settings: Record<string, unknown>): CustomFieldKey {
  const taken = Object.keys(settings).filter(isCustomKey);
  if (taken.length >= MAX_CUSTOM_FIELDS) {
    const removed = removedFields(settings).length;
    const hint = removed > 0 ? ` Removed ones count: ${removed} can be restored.` : '';
    throw new InvalidInput([
      { message: `A client can have ${MAX_CUSTOM_FIELDS} fields of its own at most.${hint}` },
    ]);
  }
  const name = nameOf(title, LONGEST_NAME) || 'field';
  // A property that every object has, like `constructor`, is not the name of a value.
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
