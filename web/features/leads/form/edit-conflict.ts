import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { isSame } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { rebaseFields } from '#web/lib/forms/edit-conflict.ts';
import type { Collision } from '#web/lib/forms/edit-conflict.ts';

/** The state of an edit after somebody else saved first. */
export type Conflict = Collision<FieldKey> & {
  /** The user who saved first. */
  by: { id: string | null; name: string | null };
};

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
