import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  LEAD_FIELD_KEYS,
  foldTitle,
  leadField,
} from '#shared/lead-fields.ts';
import { isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/custom-fields.ts';
import { ERRORS_FILE_TITLES, SHARED_TARGETS } from '#shared/lead-import.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { recogniseHeader } from './header-aliases.ts';
import type { Recognised } from './header-aliases.ts';

export type Column = { index: number; header: string; target: ColumnTarget };

const OWN_ID = foldTitle(EXPORTED_ID_TITLE);
const OWN_CLIENT = foldTitle(EXPORTED_CLIENT_TITLE);
const OWN_HEADERS = new Set([
  OWN_ID,
  OWN_CLIENT,
  ...LEAD_FIELD_KEYS.flatMap((key) => [foldTitle(key), foldTitle(leadField(key).title)]),
]);

/** The client's titles of the catalogue's fields and of its own; they come before every other name. */
export type Titles = Partial<Record<FieldKey, string>>;

/** Headers of what our own errors file adds at its end. */
const BOOKKEEPING = ERRORS_FILE_TITLES.map(foldTitle);

/** How columns are recognised beside their headers: by hand, under the client's titles, as keys of the JSON form. */
export type Recognition = { mapping?: readonly ColumnTarget[]; titles?: Titles; isJson?: boolean };

/**
 * Where each column goes. A mapping by hand decides alone; else the headers do, and what nobody recognises is kept
 * in the notes, so that nothing is dropped silently.
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

/** Row and reason of an errors file are about another import. */
function withoutBookkeeping(headers: string[]): string[] {
  const end = headers.slice(-BOOKKEEPING.length).map(foldTitle);
  const isErrorsFile = headers.length > 2 && BOOKKEEPING.every((title, index) => end[index] === title);
  return isErrorsFile ? headers.slice(0, -BOOKKEEPING.length) : headers;
}

/** Rows of the JSON form name a field of the client's own by its key. */
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
  const isKnown = key !== undefined || folded === OWN_CLIENT;
  return isKnown && isOwn ? undefined : recogniseHeader(header);
}

const SURE = { own: 2, known: 1, vague: 0 };

/** The first column of a field wins, unless a later one bears a surer name. */
function beats(next: Recognised, current: Recognised | undefined): boolean {
  return !current || SURE[next.sure] > SURE[current.sure];
}

/** Our own export: the columns an import may not fill (Updated, Created By …) are no news to the lead. */
function isOwnExport(headers: string[], own: ReadonlyMap<string, FieldKey>): boolean {
  const folded = headers.map(foldTitle).filter((header) => header !== '' && header !== 'id');
  return folded.length > 10 && folded.every((header) => OWN_HEADERS.has(header) || own.has(header));
}
