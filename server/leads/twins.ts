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
  const twins = Object.entries({ email_norm, phone_norm })
    .filter(([, value]) => value !== null)
    .map(
      ([column, value]) => sql`EXISTS (
    SELECT 1 FROM ${known} l WHERE ${sql.id(column)} = ${value}::text AND deleted_at IS NULL AND NOT is_archived)`,
    );
  return twins.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(twins, sql` OR `)})`;
}
