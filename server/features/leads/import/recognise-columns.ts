import { LEAD_FIELD_KEYS, foldTitle, leadField } from '#shared/lead-fields.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { recogniseHeader } from './header-aliases.ts';
import type { Recognised } from './header-aliases.ts';

export type Column = { index: number; header: string; target: ColumnTarget };

/** Columns of these targets may be several: the first value of a row is used, the others go to its notes. */
const SHARED_TARGETS = new Set<ColumnTarget>(['phone', 'email', 'keep_in_notes', 'ignore']);
const OWN_HEADERS = new Set(
  LEAD_FIELD_KEYS.flatMap((key) => [foldTitle(key), foldTitle(leadField(key).title)]),
);

/**
 * Where each column goes. A mapping by hand decides alone; else the headers do, and what nobody recognises is kept
 * in the notes, so that nothing is dropped silently.
 */
export function recogniseColumns(headers: string[], mapping?: readonly ColumnTarget[]): Column[] {
  if (mapping) {
    return headers.map((header, index) => ({ index, header, target: mapping[index] ?? 'keep_in_notes' }));
  }
  const found = headers.map(recogniseHeader);
  const winners = new Map<ColumnTarget, number>();
  found.forEach((recognised, index) => {
    if (recognised && beats(recognised, found[winners.get(recognised.target) ?? -1])) {
      winners.set(recognised.target, index);
    }
  });
  const unknown: ColumnTarget = isOwnExport(headers) ? 'ignore' : 'keep_in_notes';
  return headers.map((header, index) => {
    const target = found[index]?.target;
    const wins = target && (SHARED_TARGETS.has(target) || winners.get(target) === index);
    return { index, header, target: wins ? target : unknown };
  });
}

/** The first column of a field wins, unless a later one bears the field's own name. */
function beats(next: Recognised, current: Recognised | undefined): boolean {
  return !current || (next.exact && !current.exact);
}

/** Our own export: the columns an import may not fill (Updated, Created By …) are no news to the lead. */
function isOwnExport(headers: string[]): boolean {
  const folded = headers.map(foldTitle).filter((header) => header !== '' && header !== 'id');
  return folded.length > 10 && folded.every((header) => OWN_HEADERS.has(header));
}
