import { COLUMN_TARGETS } from '#shared/lead-import.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';

const SPECIAL: Partial<Record<ColumnTarget, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  lead_id: 'Lead ID (from an export)',
  owner: 'Assigned To (name or e-mail)',
  keep_in_notes: 'Keep in notes',
  ignore: 'Do not import',
};

/** A target in words. */
export function targetLabel(target: ColumnTarget): string {
  return SPECIAL[target] ?? leadField(target as LeadFieldKey).title;
}

const option = (target: ColumnTarget) => ({ value: target, label: targetLabel(target) });
const isSpecial = (target: ColumnTarget) => target in SPECIAL;

/** Where a column can go, for the select. */
export const TARGET_OPTIONS = [
  { group: 'Fields of a lead', items: COLUMN_TARGETS.filter((target) => !isSpecial(target)).map(option) },
  { group: 'Other', items: COLUMN_TARGETS.filter(isSpecial).map(option) },
];

/** Targets that take one column only and have several; the last one would win silently. */
export function doubledTargets(mapping: readonly ColumnTarget[]): Set<ColumnTarget> {
  const single = mapping.filter(
    (target) => target !== 'ignore' && target !== 'keep_in_notes' && target !== 'tags',
  );
  return new Set(single.filter((target, index) => single.indexOf(target) !== index));
}
