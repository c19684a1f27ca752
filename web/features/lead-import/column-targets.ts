import { isFieldKey } from '#shared/custom-fields.ts';
import { COLUMN_TARGETS, SHARED_TARGETS } from '#shared/lead-import.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';

const SPECIAL: Partial<Record<ColumnTarget, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  lead_id: 'Lead ID (from an export)',
  owner: 'Assigned To (name or email)',
  product: 'Product (name)',
  keep_in_notes: 'Keep in notes',
  ignore: 'Do not import',
};

/** The label of a target. */
function targetLabel(target: ColumnTarget, { title }: FieldSettings): string {
  return SPECIAL[target] ?? (isFieldKey(target) ? title(target) : target);
}

const isSpecial = (target: ColumnTarget) => target in SPECIAL;

/** The targets of a column, for the select. */
export function targetOptions(fields: FieldSettings) {
  const option = (target: ColumnTarget) => ({ value: target, label: targetLabel(target, fields) });
  const groups = [
    { group: 'Fields of a lead', items: COLUMN_TARGETS.filter((target) => !isSpecial(target)).map(option) },
    { group: 'Custom fields', items: fields.custom.map(option) },
    { group: 'Other', items: COLUMN_TARGETS.filter(isSpecial).map(option) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Targets that allow one column but are chosen for several: the last column would win silently. */
export function doubledTargets(mapping: readonly ColumnTarget[]): Set<ColumnTarget> {
  const single = mapping.filter((target) => !SHARED_TARGETS.has(target) && target !== 'tags');
  return new Set(single.filter((target, index) => single.indexOf(target) !== index));
}
