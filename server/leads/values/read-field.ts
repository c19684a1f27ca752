import { cleanText, fits, oneLine, withoutMarks } from '#shared/fields/fields.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadField, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { foldOption } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { MAX_TAGS, TOO_MANY_TAGS } from '#shared/fields/lead-values.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { looksLikePhone } from '#shared/values/phone-numbers.ts';
import { splitTags } from '#shared/values/tag-text.ts';
import { undoFormulaGuard } from '#server/spreadsheets/formula-guard.ts';
import { isMasked } from '#server/accounts/masked-contacts.ts';
import { isRounded, phoneText } from '#server/phone.ts';
import { addressesIn, isNoContact } from './read-contact.ts';
import { readAmount, readBoolean, readNumber } from './read-number.ts';

/**
 * Why a cell is wrong. The row is imported anyway, with the cell in its notes. A cell that is `read` also
 * gives its field a value.
 */
export type Fail = (message: string, outcome?: 'read') => void;

/** A cell as text for the field's column in PostgreSQL; null leaves it empty. */
export type FieldReader = (cell: string, fail: Fail) => string | null;

const MAX_TAG = 60;
const MAX_MONEY = 999_999_999_999;
/** Words for "nothing" in exports, and spreadsheets' error values; a typed field leaves them empty. */
const NOTHING =
  /^(?:-+|—|n\/?a|n\.a\.?|nan|nil|null|none|\(null\)|not available|not specified|not provided|not set|select|please select|unknown|undefined|#(?:n\/a|ref!|value!|name\?|null!|num!|div\/0!))$/i;
/** The placeholder entry of a list with no choice made, as Zoho and Salesforce export it. */
const NOT_CHOSEN = /^(?:-+ ?(?:none|select|choose|please select|not set) ?-+|\((?:none|select|not set)\))$/i;
const SYNONYMS = new Map([
  ['hot', 'high'],
  ['warm', 'medium'],
  ['cold', 'low'],
  ['h', 'high'],
  ['m', 'medium'],
  ['l', 'low'],
]);
const SEXES = new Map([
  ['m', 'male'],
  ['f', 'female'],
]);

/** A cell as text: Unicode NFC, no control characters, trimmed, without our own export's guard. */
export function cellText(cell: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(cell) && cell[0] !== "'") return cell;
  return undoFormulaGuard(cleanText(cell));
}

/** The beginning of a cell for use in a message. */
export const quoted = (cell: string) => `"${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}"`;

/** The parser of a field's cells. A masked contact detail, from an export of somebody who sees no other, is none. */
export function fieldReader(...[key, options, isOwnExport, field]: ReaderOf): FieldReader {
  const read = readerOf(key, options, isOwnExport, field);
  const { title, type } = field ?? leadField(key as LeadFieldKey);
  if (key !== 'name' && type !== 'email' && type !== 'phone') return read;
  return (cell, fail) => {
    if (!isMasked(cell)) return read(cell, fail);
    fail(`${title} ${quoted(cell)} is masked.`);
    return null;
  };
}

type ReaderOf = Parameters<typeof readerOf>;

/**
 * The parser of a field's cells; dates are parsed elsewhere because their order depends on the column. Text
 * from our own export stays unchanged, so that every stored text survives.
 */
function readerOf(
  key: FieldKey,
  options: readonly Option[] | undefined,
  isOwnExport = false,
  field: LeadField = leadField(key as LeadFieldKey),
): FieldReader {
  const { title, type, max = 200 } = field;
  const asIs = isOwnExport && ['email', 'phone', 'text'].includes(type);
  if (asIs) {
    return (cell, fail) => {
      if (type !== 'phone' || !ROUNDED_PHONE.test(cell)) return limited(cell, max, title, fail);
      fail(lostDigits(title, cell));
      return null;
    };
  }
  if (type === 'email') return unlessNoContact(readEmail(title));
  if (type === 'phone') return unlessNoContact(readPhone(title, max));
  // Google's contacts join their labels this way; our own tags may contain these characters.
  if (type === 'tags' && !isOwnExport) return (cell, fail) => readTags(cell.replaceAll(' ::: ', ','), fail);
  if (type === 'tags') return readTags;
  if (type === 'money') return unlessNothing(readMoney(title));
  if (type === 'number') return unlessNothing(readWhole(title, key === 'age' ? 150 : 100));
  if (type === 'select') return readOption(key, title, max, options ?? field.options ?? [], isOwnExport);
  if (type === 'checkbox') {
    return unlessNothing((cell, fail) => {
      const read = readBoolean(cell);
      if (read === undefined) fail(`${title} must be yes or no, not ${quoted(cell)}.`);
      return read === undefined ? null : String(read);
    });
  }
  if (type === 'textarea') return (cell, fail) => limited(cell, max, title, fail);
  return (cell, fail) => limited(oneLine(cell), max, title, fail);
}

export const isNotChosen = (cell: string) => NOT_CHOSEN.test(cell);
export const isNothing = (cell: string) => NOTHING.test(cell) || isNotChosen(cell);

const unlessNothing =
  (read: FieldReader): FieldReader =>
  (cell, fail) =>
    isNothing(cell) ? null : read(cell, fail);

const unlessNoContact =
  (read: FieldReader): FieldReader =>
  (cell, fail) =>
    isNothing(cell) || isNoContact(cell) ? null : read(cell, fail);

export function limited(text: string, max: number, title: string, fail: Fail): string | null {
  if (!fits(text, max)) {
    fail(`${title} is too long (${inNumbers(max)} characters at most).`);
    return null;
  }
  return text === '' ? null : text;
}

const readEmail =
  (title: string): FieldReader =>
  (cell, fail) => {
    const [address] = addressesIn(cell);
    if (address === undefined) fail(`${title} ${quoted(cell)} is not an email address.`);
    else return limited(address, 254, title, fail);
    return null;
  };

/**
 * A number of nine digits or more in a spreadsheet's exponent notation; a shorter one may be the stored text.
 */
const ROUNDED_PHONE = /^\d[.,]\d+E\+(?:0[89]|1\d)$/;

const lostDigits = (title: string, cell: string) =>
  `${title} ${quoted(cell)} has lost digits in a spreadsheet. Show that column as text and save the file again.`;

const readPhone =
  (title: string, max: number): FieldReader =>
  (cell, fail) => {
    const phone = phoneText(withoutMarks(cell).trim());
    if (isRounded(phone)) fail(lostDigits(title, cell));
    else if (!looksLikePhone(phone)) fail(`${title} ${quoted(cell)} is not a phone number.`);
    else return limited(phone, max, title, fail);
    return null;
  };

const readMoney =
  (title: string): FieldReader =>
  (cell, fail) => {
    const read = readAmount(cell);
    if (read === undefined) fail(`${title} ${quoted(cell)} is not an amount in rupees, such as 1,50,000.`);
    else if (read.value < 0) fail(`${title} cannot be negative.`);
    else if (read.value > MAX_MONEY) fail(`${title} is too large.`);
    else {
      if (!read.isExact) fail(`${title} ${quoted(cell)} is read as ${inNumbers(read.value)}.`, 'read');
      return String(read.value);
    }
    return null;
  };

const readWhole =
  (title: string, most: number): FieldReader =>
  (cell, fail) => {
    const read = readNumber(cell);
    if (read !== undefined && Number.isInteger(read) && read >= 0 && read <= most) return String(read);
    fail(`${title} must be a whole number from 0 to ${most}, not ${quoted(cell)}.`);
    return null;
  };

/** The tags of a cell; null when there are none. */
export function tagsOf(cell: string, fail: Fail): string[] | null {
  const tags = splitTags(cell);
  if (tags.length > MAX_TAGS) fail(TOO_MANY_TAGS);
  if (tags.some((tag) => [...tag].length > MAX_TAG))
    fail(`A tag is too long (${MAX_TAG} characters at most).`);
  return tags.length === 0 ? null : tags;
}

const readTags: FieldReader = (cell, fail) => {
  const tags = tagsOf(cell, fail);
  return tags && `{${tags.map((tag) => `"${tag.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
};

/**
 * Parses a choice. Statuses and sources without an option are kept unchanged; other lists accept no new
 * values.
 */
function readOption(
  key: FieldKey,
  title: string,
  max: number,
  options: readonly Option[],
  isOwnExport: boolean,
): FieldReader {
  const known = new Map<string, string>();
  for (const { label, value } of options) known.set(foldOption(label), value);
  for (const { value } of options) known.set(foldOption(value), value);
  const open = isOwnExport || key === 'status' || key === 'source';
  const synonyms = key === 'gender' ? SEXES : key === 'interest_level' ? SYNONYMS : new Map<string, string>();
  const listed = options.map((option) => option.label).join(', ');
  return (cell, fail) => {
    if (isOwnExport && options.every(({ value: own }) => own !== cell) && cell.length <= max) return cell;
    const folded = foldOption(cell);
    const value = known.get(folded) ?? known.get(synonyms.get(folded) ?? '');
    if (value !== undefined) return value;
    if (isNothing(cell)) return null;
    if (open) return limited(cell.replaceAll(/\s+/g, ' '), max, title, fail);
    fail(`${title} ${quoted(cell)} isn’t one of: ${listed}.`);
    return null;
  };
}
