import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  EXPORTED_NOTES_TITLE,
  LEAD_FIELD_KEYS,
  foldTitle,
  leadField,
} from '#shared/lead-fields.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { isCustomKey } from '#shared/custom-fields.ts';
import { ERRORS_FILE_TITLES, SHARED_TARGETS } from '#shared/lead-import.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { recogniseHeader } from '#server/leads/header-aliases.ts';
import type { Recognised } from '#server/leads/header-aliases.ts';

export type Column = { index: number; header: string; target: ColumnTarget };

const OWN_ID = foldTitle(EXPORTED_ID_TITLE);
const OWN_CLIENT = foldTitle(EXPORTED_CLIENT_TITLE);
const OWN_NOTES = foldTitle(EXPORTED_NOTES_TITLE);
const OWN_HEADERS = new Set([
  OWN_ID,
  OWN_CLIENT,
  OWN_NOTES,
  ...LEAD_FIELD_KEYS.flatMap((key) => [foldTitle(key), foldTitle(leadField(key).title)]),
]);

/** The client's titles of catalogue and custom fields; they come before every other name. */
export type Titles = Partial<Record<FieldKey, string>>;

/** Headers of the columns that our own errors file adds at its end. */
const BOOKKEEPING = ERRORS_FILE_TITLES.map(foldTitle);

/** Ways to recognise columns beside their headers: by hand, under the client's titles, as keys of the JSON form. */
export type Recognition = { mapping?: readonly ColumnTarget[]; titles?: Titles; isJson?: boolean };

/**
 * The target of each column. A mapping by hand decides alone; else the headers decide, and columns that nobody
 * recognises are kept in the notes, so that nothing is dropped silently.
 */
export function recogniseColumns(
  headers: string[],
  { mapping, titles = {}, isJson = false }: Recognition = {},
): Column[] {
  if (mapping) {
    return headers.map((header, index) => ({ index, header, target: mapping[index] ?? 'keep_in_notes' }));
  }
  const own = new Map(
    Object.entries(titles).map(([key, title]) => [foldTitle(title ?? ''), key as FieldKey]),
  );
  const sheet = withoutBookkeeping(headers);
  const isOwn = isOwnExport(sheet, own);
  const found = sheet.map(
    (header): Recognised | undefined =>
      (isJson && header === 'lead_id'
        ? ({ target: 'lead_id', sure: 'own' } as const)
        : keyOf(header, titles)) ?? recogniseIn(header, own, isOwn),
  );
  const winners = new Map<ColumnTarget, number>();
  found.forEach((recognised, index) => {
    if (recognised && beats(recognised, found[winners.get(recognised.target) ?? -1])) {
      winners.set(recognised.target, index);
    }
  });
  const unknown: ColumnTarget = isOwn ? 'ignore' : 'keep_in_notes';
  return headers.map((header, index) => {
    if (index >= sheet.length) return { index, header, target: 'ignore' };
    const target = found[index]?.target;
    const wins = target && (SHARED_TARGETS.has(target) || winners.get(target) === index);
    return { index, header, target: wins ? target : unknown };
  });
}

/** The headers without row and reason of an errors file, which are about another import. */
function withoutBookkeeping(headers: string[]): string[] {
  const end = headers.slice(-BOOKKEEPING.length).map(foldTitle);
  const isErrorsFile = headers.length > 2 && BOOKKEEPING.every((title, index) => end[index] === title);
  return isErrorsFile ? headers.slice(0, -BOOKKEEPING.length) : headers;
}

/** The custom field that a header of the JSON form names by its key. */
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
  if (key === 'assigned_to') return { target: 'owner', sure: 'own' };
  if (key === 'product_id') return { target: 'product', sure: 'own' };
  if (key && (isCustomKey(key) || leadField(key).importable))
    return { target: key as ColumnTarget, sure: 'own' };
  const isKnown = key !== undefined || folded === OWN_CLIENT || folded === OWN_NOTES;
  return isKnown && isOwn ? undefined : recogniseHeader(header);
}

const SURE = { own: 2, known: 1, vague: 0 };

/** The first column of a field wins, unless a later one bears a surer name. */
function beats(next: Recognised, current: Recognised | undefined): boolean {
  return !current || SURE[next.sure] > SURE[current.sure];
}

/**
 * Whether this is our own export: its columns that an import may not fill (Updated, Created By …) are no news to the
 * lead.
 */
function isOwnExport(headers: string[], own: ReadonlyMap<string, FieldKey>): boolean {
  const folded = headers.map(foldTitle).filter((header) => header !== '' && header !== 'id');
  return folded.length > 10 && folded.every((header) => OWN_HEADERS.has(header) || own.has(header));
}
