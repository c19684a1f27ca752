import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { customColumn } from './read-custom.ts';
import { dateReader } from './read-date.ts';
import { cellText, fieldReader } from './read-field.ts';
import type { Fail, FieldReader } from './read-field.ts';

/**
 * The value of a text for its field: null for an unticked box; undefined if the field cannot hold the text.
 * `isWhole` is false if the text says more than the value, like a range of amounts.
 */
type ValueReader = (
  key: FieldKey,
  text: string,
) => { value: CustomValue | null | undefined; isWhole: boolean };

/**
 * Parses texts written by other people or programs, by the rules for the cells of a file: amounts, options,
 * boxes, addresses, and dates, day first, in the client's time zone.
 */
export function valueReader(timeZone: string, { options, custom }: FieldOptions): ValueReader {
  const readDate = dateReader(timeZone);
  const readInstant: FieldReader = (cell, fail) => {
    const instant = readDate(cell, 'day_first');
    if (instant === undefined) fail('This is not a date.');
    return instant ?? null;
  };
  const readerOf = (key: FieldKey, field: LeadField): FieldReader =>
    field.type === 'datetime' ? readInstant : fieldReader(key, options[key], false, field);
  const readCustom = (key: FieldKey, cell: string, fail: Fail) => {
    const own = isCustomKey(key) ? custom.get(customName(key)) : undefined;
    return own && customColumn(own.key, own.field, readerOf(own.key, own.field)).read(cell, fail);
  };
  const readOwn = (key: FieldKey, cell: string, fail: Fail) => {
    const field = isCustomKey(key) ? undefined : leadField(key);
    const text = field && readerOf(key, field)(cell, fail);
    return text && field?.type === 'money' ? Number(text) : (text ?? undefined);
  };
  return (key, text) => {
    let [isWrong, isWhole] = [false, true];
    const fail: Fail = (_, outcome) => {
      isWhole = false;
      isWrong ||= outcome !== 'read';
    };
    const value = (isCustomKey(key) ? readCustom : readOwn)(key, cellText(text), fail);
    return { value: isWrong ? undefined : value, isWhole: isWhole && value !== undefined };
  };
}
