import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { customValue } from '#shared/fields/custom-fields.ts';
import type { CustomInput, CustomValue, CustomValues } from '#shared/fields/custom-fields.ts';
import { optionValue } from '#shared/fields/lead-options.ts';
import type { FieldError } from '#shared/protocol/errors.ts';
import { MASKED, isMasked } from '#server/accounts/masked-contacts.ts';
import { InvalidInput } from '#server/errors.ts';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';

/**
 * The sent values of custom fields, each parsed by its field's type, a choice as the value of the option it means;
 * null clears one. Throws 422 for a value that does not fit its field.
 */
function readValues(
  fields: ReadonlyMap<string, CustomField>,
  sent: CustomInput,
): [name: string, CustomValue | null][] {
  const errors: FieldError[] = [];
  const values = Object.entries(sent).map(([name, value]): [string, CustomValue | null] => {
    const known = fields.get(name);
    const fail = (message: string) => errors.push({ field: `custom.${name}`, message });
    if (!known) fail('There is no such field.');
    if (typeof value === 'string' && isMasked(value)) fail(MASKED);
    const read = known && customValue(known.field).safeParse(value);
    if (read && !read.success) fail(read.error.issues[0]?.message ?? `${known.field.title} is not valid.`);
    const given = read?.data ?? null;
    const options = known?.field.type === 'select' ? known.field.options : undefined;
    return [name, options && typeof given === 'string' ? optionValue(given, options) : given];
  });
  if (errors.length > 0) throw new InvalidInput(errors);
  return values;
}

/** The custom values of a new lead; empty ones are absent. Throws 422 for a value that does not fit its field. */
export function customOf(fields: ReadonlyMap<string, CustomField>, sent: CustomInput): CustomValues {
  return Object.fromEntries(given(readValues(fields, sent)));
}

/**
 * The custom values of the lead `old` merged with `sent`: fields that are not sent keep their values. Throws
 * 422.
 */
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
