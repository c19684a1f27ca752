import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead, LeadFieldsInput } from '#shared/leads/lead.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

export type Side = 'mine' | 'theirs';
export type Sides = Partial<Record<FieldKey, Side>>;

/** Fields that the server merges itself: all tags, both notes, the latest contact, the earliest follow-up. */
const UNITED: ReadonlySet<FieldKey> = new Set([
  'tags',
  'notes',
  'last_contacted_at',
  'next_followup_date',
  'is_duplicate',
]);

/** Fields with different values in the two leads, so that one has to be chosen. */
export function differingFields(
  mine: Lead,
  theirs: Lead,
  { custom, field: entry }: FieldSettings,
): FieldKey[] {
  return [...LEAD_FIELD_KEYS, ...custom].filter(
    (field) =>
      !UNITED.has(field) &&
      !entry(field).readOnly &&
      // Custom fields of type tags hold lists.
      JSON.stringify(valueOf(mine, field)) !== JSON.stringify(valueOf(theirs, field)),
  );
}

/** The default side: mine, or theirs where mine is empty. */
export function initialSide(field: FieldKey, mine: Lead): Side {
  const value = valueOf(mine, field);
  return value === null || value === '' || value === 0 ? 'theirs' : 'mine';
}

/** The other lead's values that the merged lead takes. */
export function takenFields(
  mine: Lead,
  theirs: Lead,
  fields: readonly FieldKey[],
  sides: Sides,
): LeadFieldsInput {
  const taken = fields.filter((field) => (sides[field] ?? initialSide(field, mine)) === 'theirs');
  const own = taken.filter(isCustomKey);
  const ofCatalogue = taken.filter((field) => !isCustomKey(field));
  const custom = Object.fromEntries(
    own.map((key) => [customName(key), theirs.custom[customName(key)] ?? null]),
  );
  return {
    version: mine.version,
    ...(Object.fromEntries(ofCatalogue.map((field) => [field, valueOf(theirs, field)])) as LeadFieldsInput),
    ...(own.length > 0 && { custom }),
  };
}
