import { customName, customValue } from '#shared/fields/custom-fields.ts';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import type { CustomFieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import { isNothing, quoted, tagsOf } from './read-field.ts';
import type { Fail, FieldReader } from './read-field.ts';
import { readNumber } from './read-number.ts';

/** The client's custom fields, in the form sent to the child process that reads a file. */
export type CustomFields = Readonly<Partial<Record<CustomFieldKey, LeadField>>>;

/**
 * Parses a cell of a custom field: its value, null for an unticked box, undefined for an empty cell; calls
 * `fail` with a message for an invalid value.
 */
type CustomReader = (cell: string, fail: Fail) => CustomValue | null | undefined;

/** The column of a custom field: the value's name in a lead, and the parser of its cells. */
export type CustomColumn = { name: string; read: CustomReader };

/**
 * Parses cells leniently, like those of catalogue fields, then applies the same validation as every other
 * write.
 */
export function customColumn(key: CustomFieldKey, field: LeadField, readText: FieldReader): CustomColumn {
  const rules = customValue(field);
  const readRaw = rawReader(field, readText);
  const read: CustomReader = (cell, fail) => {
    const raw = readRaw(cell, fail);
    if (raw === undefined) return undefined;
    const parsed = rules.safeParse(raw);
    if (parsed.success) return parsed.data;
    fail(parsed.error.issues[0]?.message ?? `${field.title} is not valid.`);
    return undefined;
  };
  return { name: customName(key), read };
}

function rawReader(
  { title, type }: LeadField,
  readText: FieldReader,
): (cell: string, fail: Fail) => CustomValue | undefined {
  if (type === 'tags') return (cell, fail) => tagsOf(cell, fail) ?? undefined;
  if (type === 'money') return (cell, fail) => asNumber(readText(cell, fail));
  if (type === 'checkbox') {
    return (cell, fail) => {
      const text = readText(cell, fail);
      return text === null ? undefined : text === 'true';
    };
  }
  if (type === 'number') {
    return (cell, fail) => {
      if (isNothing(cell)) return undefined;
      const number = readNumber(cell);
      if (number === undefined) fail(`${title} ${quoted(cell)} is not a number.`);
      return number;
    };
  }
  return (cell, fail) => readText(cell, fail) ?? undefined;
}

const asNumber = (text: string | null) => (text === null ? undefined : Number(text));
