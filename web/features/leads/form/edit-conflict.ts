import { isFieldKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { isSame } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { isMasked } from '#web/leads/masked.ts';
import { rebaseFields } from '#web/lib/forms/edit-conflict.ts';
import type { Collision } from '#web/lib/forms/edit-conflict.ts';

/** The state of an edit after somebody else saved first. */
export type Conflict = Collision<FieldKey> & {
  /** The user who saved first. */
  by: { id: string | null; name: string | null };
  /** The lead's texts over which mine were typed. */
  over: LeadFormValues;
};

/** An edit as the browser stores it: the typed texts, and the lead's texts over which they were typed. */
export type KeptEdit = { texts: LeadFormValues; over: LeadFormValues };

/** A stored edit in the form of a lead with the values `now`, which somebody may have changed since. */
export function resume(settings: FieldSettings, { texts, over }: KeptEdit, now: LeadFormValues) {
  const fields = Object.keys(texts).filter(isFieldKey);
  // A masked value cannot be compared, so nobody is asked about it.
  const read = Object.entries(over).filter(([field]) => !isMasked(now[field]));
  return rebase(fields, settings, { ...now, ...Object.fromEntries(read) }, { ...now, ...texts }, now);
}

/** Like `rebaseFields`, for leads. */
export function rebase(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  before: LeadFormValues,
  typed: LeadFormValues,
  theirs: LeadFormValues,
): { values: LeadFormValues; mine: Conflict['mine']; others: FieldKey[]; isSaved: boolean } {
  return rebaseFields(fields, before, typed, theirs, (field, one, other) =>
    isSame(settings.field(field), one, other),
  );
}
