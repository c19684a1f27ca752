import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead, LeadFieldsInput } from '#shared/lead.ts';

export type Side = 'mine' | 'theirs';
export type Sides = Partial<Record<LeadFieldKey, Side>>;

/** Settled by the server from both leads: tags united, notes joined, the latest contact, the earliest follow-up. */
const UNITED: ReadonlySet<LeadFieldKey> = new Set([
  'tags',
  'notes',
  'last_contacted_at',
  'next_followup_date',
  'is_duplicate',
]);

/** Fields in which two leads differ and one has to be chosen. */
export function differingFields(mine: Lead, theirs: Lead): LeadFieldKey[] {
  return LEAD_FIELD_KEYS.filter(
    (field) => !UNITED.has(field) && !leadField(field).readOnly && mine[field] !== theirs[field],
  );
}

/** What is chosen before anybody chooses: mine, and theirs where mine says nothing. */
export function initialSide(field: LeadFieldKey, mine: Lead): Side {
  const value = mine[field];
  return value === null || value === '' || value === 0 ? 'theirs' : 'mine';
}

/** The values of the other lead that the merged one takes. */
export function takenFields(
  mine: Lead,
  theirs: Lead,
  fields: readonly LeadFieldKey[],
  sides: Sides,
): LeadFieldsInput {
  const taken = fields.filter((field) => (sides[field] ?? initialSide(field, mine)) === 'theirs');
  return {
    version: mine.version,
    ...(Object.fromEntries(taken.map((field) => [field, theirs[field]])) as LeadFieldsInput),
  };
}
