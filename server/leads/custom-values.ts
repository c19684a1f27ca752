import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { customValue } from '#shared/custom-fields.ts';
import type { CustomInput, CustomValue, CustomValues } from '#shared/custom-fields.ts';
import type { FieldError } from '#shared/errors.ts';
import { InvalidInput } from '#server/errors.ts';
import type { CustomField } from '#server/leads/field-options.queries.ts';

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

/** The values a new lead holds; empty ones are absent. Throws 422 for what is no value of its field. */
export function customOf(fields: ReadonlyMap<string, CustomField>, sent: CustomInput): CustomValues {
  return Object.fromEntries(given(readValues(fields, sent)));
}

/** What the lead `old` holds once `sent` is laid over it: fields that are not named keep their values. Throws 422. */
export function customAfter(
  fields: ReadonlyMap<string, CustomField>,
  sent: CustomInput,
  old: RawBuilder<unknown> = sql`old.custom`,
): RawBuilder<unknown> {
  const values = readValues(fields, sent);
  const emptied = values.flatMap(([name, value]) => (value === null ? [name] : []));
  return sql`(${old} || ${JSON.stringify(Object.fromEntries(given(values)))}::jsonb) - ${emptied}::text[]`;
}

const given = (values: ReturnType<typeof readValues>) =>
  values.filter((entry): entry is [string, CustomValue] => entry[1] !== null);
