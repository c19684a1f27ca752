import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  LEAD_FIELD_KEYS,
  foldTitle,
  leadField,
} from '#shared/lead-fields.ts';
import { isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/custom-fields.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { recogniseHeader } from './header-aliases.ts';
import type { Recognised } from './header-aliases.ts';

export type Column = { index: number; header: string; target: ColumnTarget };

/** Columns of these targets may be several: the first value of a row is used, the others go to its notes. */
const SHARED_TARGETS = new Set<ColumnTarget>(['phone', 'email', 'keep_in_notes', 'ignore']);
const OWN_ID = foldTitle(EXPORTED_ID_TITLE);
const OWN_CLIENT = foldTitle(EXPORTED_CLIENT_TITLE);
const OWN_HEADERS = new Set([
  OWN_ID,
  OWN_CLIENT,
  ...LEAD_FIELD_KEYS.flatMap((key) => [foldTitle(key), foldTitle(leadField(key).title)]),
]);

/** The client's titles of the catalogue's fields and of its own; they come before every other name. */
export type Titles = Partial<Record<FieldKey, string>>;

/**
 * Where each column goes. A mapping by hand decides alone; else the headers do, and what nobody recognises is kept
 * in the notes, so that nothing is dropped silently.
 */
export function recogniseColumns(
  headers: string[],
  mapping?: readonly ColumnTarget[],
  titles: Titles = {},
): Column[] {
  if (mapping) {
    return headers.map((header, index) => ({ index, header, target: mapping[index] ?? 'keep_in_notes' }));
  }
  const own = new Map(
    Object.entries(titles).map(([key, title]) => [foldTitle(title ?? ''), key as FieldKey]),
  );
  const isOwn = isOwnExport(headers, own);
  const found = headers.map(
    (header): Recognised | undefined => keyOf(header, titles) ?? recogniseIn(header, own, isOwn),
  );
  const winners = new Map<ColumnTarget, number>();
  found.forEach((recognised, index) => {
    if (recognised && beats(recognised, found[winners.get(recognised.target) ?? -1])) {
      winners.set(recognised.target, index);
    }
  });
  const unknown: ColumnTarget = isOwn ? 'ignore' : 'keep_in_notes';
  return headers.map((header, index) => {
    const target = found[index]?.target;
    const wins = target && (SHARED_TARGETS.has(target) || winners.get(target) === index);
    return { index, header, target: wins ? target : unknown };
  });
}

/** Rows of the JSON form name a field of the client's own by its key. */
function keyOf(header: string, titles: Titles): Recognised | undefined {
  return isCustomKey(header) && titles[header] !== undefined ? { target: header, exact: true } : undefined;
}

function recogniseIn(
  header: string,
  own: ReadonlyMap<string, FieldKey>,
  isOwn: boolean,
): Recognised | undefined {
  const folded = foldTitle(header);
  if (folded === OWN_ID && isOwn) return { target: 'lead_id', exact: true };
  const key = own.get(folded);
  if (key === 'assigned_to') return { target: 'owner', exact: true };
  if (key && (isCustomKey(key) || leadField(key).importable))
    return { target: key as ColumnTarget, exact: true };
  const isKnown = key !== undefined || folded === OWN_CLIENT;
  return isKnown && isOwn ? undefined : recogniseHeader(header);
}

/** The first column of a field wins, unless a later one bears the field's own name. */
function beats(next: Recognised, current: Recognised | undefined): boolean {
  return !current || (next.exact && !current.exact);
}

/** Our own export: the columns an import may not fill (Updated, Created By …) are no news to the lead. */
function isOwnExport(headers: string[], own: ReadonlyMap<string, FieldKey>): boolean {
  const folded = headers.map(foldTitle).filter((header) => header !== '' && header !== 'id');
  return folded.length > 10 && folded.every((header) => OWN_HEADERS.has(header) || own.has(header));
}
