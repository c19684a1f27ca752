import { sql } from 'kysely';
import type { Insertable, RawBuilder } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import type { LeadRow } from '#server/db/tables.ts';
import { wholeCompany } from '#server/db/whole-company.ts';

/** Whether an active lead has the same email or phone, in any spelling; without hints, one that the caller sees. */
export function hasTwin(
  scope: ClientScope,
  { email_norm = null, phone_norm = null }: Insertable<LeadRow>,
): RawBuilder<boolean> {
  const known = (scope.sight?.hints === false ? scope : wholeCompany(scope)).table('leads');
  const twin = (column: RawBuilder<unknown>, value: string | null) => sql`EXISTS (
    SELECT FROM ${known} l WHERE ${column} = ${value}::text AND deleted_at IS NULL AND NOT is_archived)`;
  return sql<boolean>`(${twin(sql`email_norm`, email_norm)} OR ${twin(sql`phone_norm`, phone_norm)})`;
}
