import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { FieldOptions } from '#server/leads/field-options.queries.ts';

type Change = { status?: string | undefined; lost_reason?: string | null | undefined };

/**
 * The reason of a loss over the lead `old`, where a change decides it: none for a lead that is not lost (the history keeps the one
 * of before), and without a new status only for a lead that is lost already.
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
