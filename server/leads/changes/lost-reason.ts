import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';

type Change = { status?: string | undefined; lost_reason?: string | null | undefined };

/**
 * The lost reason over the lead `old`, where a change affects it: cleared when the new status is not lost
 * (the history keeps the former reason), and set without a new status only if the lead is already lost.
 */
export function lostReasonAfter(
  { statuses, meaningOf }: FieldOptions,
  { status, lost_reason }: Change,
): { lost_reason?: RawBuilder<unknown> } {
  if (status !== undefined) return meaningOf(status) === 'lost' ? {} : { lost_reason: sql`NULL::text` };
  if (lost_reason === undefined) return {};
  const known = [...statuses.map(({ value }) => value), 'lost', 'closed_lost'];
  const lost = known.filter((one) => meaningOf(one) === 'lost');
  return { lost_reason: sql`CASE WHEN old.status = ANY(${lost}::text[]) THEN ${lost_reason}::text END` };
}
