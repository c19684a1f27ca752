import { customValue } from '#shared/custom-fields.ts';
import type { CustomInput, CustomValue, CustomValues } from '#shared/custom-fields.ts';
import type { FieldError } from '#shared/errors.ts';
import { InvalidInput } from '#server/errors.ts';
import type { CustomField } from '#server/features/field-configuration/field-configuration.queries.ts';

/** What is sent of a client's own fields, each read as its type says; null empties. Throws 422 for what is no value of its field. */
function readValues(
  fields: ReadonlyMap<string, CustomField>,
  sent: CustomInput,
): [name: string, CustomValue | null][] {
  const errors: FieldError[] = [];
  const values = Object.entries(sent).map(([name, value]): [string, CustomValue | null] => {
    const known = fields.get(name);
    const fail = (message: string) => errors.push({ field: `custom.${name}`, message });
    if (!known) fail('There is no such field.');
    const read = known && customValue(known.field).safeParse(value);
    if (read && !read.success) fail(read.error.issues[0]?.message ?? `${known.field.title} is not valid.`);
    return [name, read?.data ?? null];
  });
  if (errors.length > 0) throw new InvalidInput(errors);
  return values;
}

/** What a lead holds once `sent` is laid over it: fields that are not named keep their values, empty ones are absent. */
export function customAfter(
  fields: ReadonlyMap<string, CustomField>,
  before: CustomValues,
  sent: CustomInput,
): CustomValues {
  const values = new Map(Object.entries(before));
  for (const [name, value] of readValues(fields, sent)) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}
