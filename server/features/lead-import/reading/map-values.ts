import type { ImportValues } from '#shared/leads/lead-import.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { foldOption } from '#shared/fields/lead-options.ts';
import type { FieldReader } from '#server/leads/values/read-field.ts';

/** The mapped values of a field by their folded spelling; undefined if nothing is mapped. */
function folded(map: Record<string, string> | undefined): ReadonlyMap<string, string> | undefined {
  const entries = Object.entries(map ?? {}).map(([from, to]) => [foldOption(from), to] as const);
  return entries.length > 0 ? new Map(entries) : undefined;
}

/** A reader that applies the sender's mapping of a value before the field's own parser. */
export function mappedReader(
  key: FieldKey,
  values: ImportValues | undefined,
  read: FieldReader,
): FieldReader {
  const known = key === 'status' || key === 'source' || key === 'interest_level' ? values?.[key] : undefined;
  const map = folded(known);
  return map ? (cell, fail) => map.get(foldOption(cell)) ?? read(cell, fail) : read;
}

/** The owner of a row with the mapped colleague's id: `R. Mehta <id>`; an unmapped owner unchanged. */
export function mappedOwner(values: ImportValues['owner']): (owner: string) => string {
  const map = folded(values);
  return (owner) => {
    const id = owner === '' ? undefined : map?.get(foldOption(owner));
    return id ? `${owner} <${id}>` : owner;
  };
}
