import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { Lead } from '#shared/lead.ts';
import { ApiError } from '#web/api/errors.ts';
import { changedFields, isSame } from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';

/** What became of an edit that somebody else's was faster than. */
export type Conflict = {
  /** Who was faster. */
  by: string | null;
  /** The lead's values now. */
  theirs: LeadFormValues;
  /** Fields both have changed, with what was typed here. */
  mine: Readonly<Partial<Record<LeadFieldKey, string>>>;
  /** Fields only the other has changed; the form shows their values. */
  others: readonly LeadFieldKey[];
};

/** The current lead that a refused stale edit carries; undefined for every other failure. */
export function currentLeadIn(error: unknown): Lead | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const read = Lead.safeParse((error.body as { data?: unknown } | undefined)?.data);
  return read.success ? read.data : undefined;
}

/**
 * Lays what was typed over the lead as it is now: typed values stay, untouched fields follow the other's edit.
 * `before` is the lead as it was when the form was filled.
 */
export function rebase(
  fields: readonly LeadFieldKey[],
  before: LeadFormValues,
  typed: LeadFormValues,
  theirs: LeadFormValues,
): { values: LeadFormValues; mine: Conflict['mine']; others: LeadFieldKey[] } {
  const changedHere = new Set(changedFields(fields, before, typed));
  const values = { ...theirs };
  const mine: Partial<Record<LeadFieldKey, string>> = {};
  const others: LeadFieldKey[] = [];
  for (const field of fields) {
    const now = theirs[field] ?? '';
    const changedThere = !isSame(field, before[field] ?? '', now);
    if (!changedHere.has(field)) {
      if (changedThere) others.push(field);
      continue;
    }
    const text = typed[field] ?? '';
    values[field] = text;
    if (changedThere && !isSame(field, text, now)) mine[field] = text;
  }
  return { values, mine, others };
}
