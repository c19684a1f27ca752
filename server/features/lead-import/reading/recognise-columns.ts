import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  EXPORTED_NOTES_TITLE,
  LEAD_FIELD_KEYS,
  foldTitle,
  leadField,
} from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { EMAIL, isId } from '#shared/fields/fields.ts';
import { ERRORS_FILE_TITLES, SHARED_TARGETS } from '#shared/leads/lead-import.ts';
import type { ColumnTarget } from '#shared/leads/lead-import.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { looksLikePhone } from '#shared/values/phone-numbers.ts';
import { recogniseHeader } from '#server/leads/values/header-aliases.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import type { Recognised } from '#server/leads/values/header-aliases.ts';

export type Column = { index: number; header: string; target: ColumnTarget };

const OWN_ID = foldTitle(EXPORTED_ID_TITLE);
const OWN_CLIENT = foldTitle(EXPORTED_CLIENT_TITLE);
const OWN_NOTES = foldTitle(EXPORTED_NOTES_TITLE);
const namesOf = (keys: readonly LeadFieldKey[]) =>
  keys.flatMap((key) => [foldTitle(key), foldTitle(leadField(key).title)]);
const OWN_HEADERS = new Set([OWN_ID, OWN_CLIENT, OWN_NOTES, ...namesOf(LEAD_FIELD_KEYS)]);
/** Fields that are imported as a name. */
const NAMED: Partial<Record<FieldKey, ColumnTarget>> = { assigned_to: 'owner', product_id: 'product' };
const isFilled = (key: FieldKey) => NAMED[key] !== undefined || isCustomKey(key) || leadField(key).importable;
/** Columns of our own export that are never imported, for example Updated and Created By. */
const COMPUTED = new Set([
  OWN_CLIENT,
  OWN_NOTES,
  ...namesOf(LEAD_FIELD_KEYS.filter((key) => !isFilled(key))),
]);

/** The client's titles of catalogue and custom fields; they take precedence over every other name. */
export type Titles = Partial<Record<FieldKey, string>>;

/** Headers of the columns that our own errors file appends. */
const BOOKKEEPING = ERRORS_FILE_TITLES.map(foldTitle);

/**
 * Ways to recognise columns besides their headers: an explicit mapping, the client's titles, the keys of the
 * JSON form, lead ids in the first rows.
 */
export type Recognition = {
  mapping?: readonly ColumnTarget[] | undefined;
  titles?: Titles;
  isJson?: boolean;
  first?: readonly Row[];
};

/**
 * The target of each column. An explicit mapping decides everything; otherwise the headers decide, and
 * unrecognised columns go to the notes, so that nothing is dropped silently.
 */
export function recogniseColumns(
  headers: string[],
  { mapping, titles = {}, isJson = false, first = [] }: Recognition = {},
): Column[] {
  if (mapping) {
    return headers.map((header, index) => ({ index, header, target: mapping[index] ?? 'keep_in_notes' }));
  }
  const own = new Map(
    Object.entries(titles).map(([key, title]) => [foldTitle(title ?? ''), key as FieldKey]),
  );
  const sheet = withoutBookkeeping(headers);
  const isOwn = holdsIds(sheet, first) || isOwnExport(sheet, own);
  const found = sheet.map(
    (header, index): Recognised | undefined =>
      (isJson && header === 'lead_id'
        ? ({ target: 'lead_id', sure: 'own' } as const)
        : keyOf(header, titles)) ?? byValues(recogniseIn(header, own, isOwn), index, first),
  );
  const winners = new Map<ColumnTarget, number>();
  found.forEach((recognised, index) => {
    if (recognised && beats(recognised, found[winners.get(recognised.target) ?? -1])) {
      winners.set(recognised.target, index);
    }
  });
  if (isTitle(winners, found, first)) winners.delete('name');
  return headers.map((header, index) => {
    if (index >= sheet.length) return { index, header, target: 'ignore' };
    const target = found[index]?.target;
    const wins = target && (SHARED_TARGETS.has(target) || winners.get(target) === index);
    if (wins) return { index, header, target };
    return { index, header, target: isOwn && isComputed(header, own) ? 'ignore' : 'keep_in_notes' };
  });
}

/** The headers without the row and reason columns of an errors file, which refer to another import. */
function withoutBookkeeping(headers: string[]): string[] {
  const end = headers.slice(-BOOKKEEPING.length).map(foldTitle);
  const isErrorsFile = headers.length > 2 && BOOKKEEPING.every((title, index) => end[index] === title);
  return isErrorsFile ? headers.slice(0, -BOOKKEEPING.length) : headers;
}

/** The custom field that a JSON key names. */
function keyOf(header: string, titles: Titles): Recognised | undefined {
  return isCustomKey(header) && titles[header] !== undefined ? { target: header, sure: 'own' } : undefined;
}

function recogniseIn(
  header: string,
  own: ReadonlyMap<string, FieldKey>,
  isOwn: boolean,
): Recognised | undefined {
  const folded = foldTitle(header);
  if (folded === OWN_ID && isOwn) return { target: 'lead_id', sure: 'own' };
  const key = own.get(folded);
  if (key && isFilled(key)) return { target: NAMED[key] ?? key, sure: 'own' };
  return isOwn && isComputed(header, own) ? undefined : recogniseHeader(header);
}

/**
 * Whether a header of our own export is a column that is never imported, under the client's title or the
 * default one.
 */
function isComputed(header: string, own: ReadonlyMap<string, FieldKey>): boolean {
  const folded = foldTitle(header);
  const key = own.get(folded);
  return key ? !isFilled(key) : COMPUTED.has(folded);
}

/** "Contact" is a name in some files, a number or an address in others: its values decide. */
function byValues(
  found: Recognised | undefined,
  index: number,
  first: readonly Row[],
): Recognised | undefined {
  if (found?.target !== 'name' || found.sure === 'own') return found;
  const values = first.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  if (values.length === 0) return found;
  if (values.every((cell) => EMAIL().test(cell))) return { target: 'email', sure: 'vague' };
  const isNumber = (cell: string) => !/\p{L}/u.test(cell) && looksLikePhone(cell);
  return values.every(isNumber) ? { target: 'phone', sure: 'vague' } : found;
}

/** Whether the "name" of each lead is a title such as "Website form": beside a first name that it does not contain. */
function isTitle(
  winners: ReadonlyMap<ColumnTarget, number>,
  found: readonly (Recognised | undefined)[],
  first: readonly Row[],
): boolean {
  const [name, firstName] = [winners.get('name'), winners.get('first_name')];
  if (name === undefined || firstName === undefined || found[name]?.sure === 'own') return false;
  const named = first
    .map(({ cells }) => ({ name: cells[name] ?? '', firstName: cells[firstName]?.trim() ?? '' }))
    .filter((row) => row.name !== '' && row.firstName !== '');
  return named.length > 0 && named.every((row) => !foldText(row.name).includes(foldText(row.firstName)));
}

const SURE = { own: 2, known: 1, vague: 0 };

/** The first column for a field wins, unless a later one has a more specific name. */
function beats(next: Recognised, current: Recognised | undefined): boolean {
  return !current || SURE[next.sure] > SURE[current.sure];
}

/** Whether the file still has our own export's id column with lead ids, whatever else has changed. */
function holdsIds(headers: string[], first: readonly Row[]): boolean {
  const index = headers.findIndex((header) => foldTitle(header) === OWN_ID);
  return index >= 0 && first.some(({ cells }) => isOwnId((cells[index] ?? '').trim()));
}

/** Other products number their leads, or use ids of other UUID versions. */
const isOwnId = (cell: string) => isId(cell) && cell[14] === '7';

/** Whether this is our own export: every header is one of its titles. */
function isOwnExport(headers: string[], own: ReadonlyMap<string, FieldKey>): boolean {
  const folded = headers.map(foldTitle).filter((header) => header !== '' && header !== 'id');
  return folded.length > 10 && folded.every((header) => OWN_HEADERS.has(header) || own.has(header));
}
