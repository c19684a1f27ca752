import type { FieldKey } from '#shared/lead-fields.ts';
import { Lead } from '#shared/lead.ts';
import { isSame } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { rebaseFields } from '#web/lib/edit-conflict.ts';
import type { Collision } from '#web/lib/edit-conflict.ts';
import { ApiError } from '#web/lib/errors.ts';

/** The state of an edit after somebody else's was faster. */
export type Conflict = Collision<FieldKey> & {
  /** The user who was faster. */
  by: string | null;
};

/** The current lead that a refused stale edit carries; undefined for every other failure. */
export function currentLeadIn(error: unknown): Lead | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const read = Lead.safeParse((error.body as { data?: unknown } | undefined)?.data);
  return read.success ? read.data : undefined;
}

/** As `rebaseFields`, for leads. */
export function rebase(
  fields: readonly FieldKey[],
  settings: FieldSettings,
  before: LeadFormValues,
  typed: LeadFormValues,
  theirs: LeadFormValues,
): { values: LeadFormValues; mine: Conflict['mine']; others: FieldKey[] } {
  return rebaseFields(fields, before, typed, theirs, (field, one, other) =>
    isSame(settings.field(field), one, other),
  );
}
