import { sql } from 'kysely';
import type { Insertable, RawBuilder } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import type { LeadRow } from '#server/db/tables/client-tables.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { hasOther } from '#server/leads/known-numbers.ts';

/**
 * Whether an active lead has the same email or phone, in any spelling; without hints, only among leads that
 * the caller sees.
 */
export function hasDuplicate(
  scope: ClientScope,
  { email_norm = null, phone_norm = null, other_phones }: Insertable<LeadRow>,
): RawBuilder<boolean> {
  const known = (scope.sight?.hints === false ? scope : wholeCompany(scope)).table('leads');
  const numbers = [phone_norm ?? [], other_phones ?? []].flat();
  const conditions = [
    ...(email_norm === null ? [] : [sql`l.email_norm = ${email_norm}::text`]),
    ...numbers.map((number) => sql`l.phone_norm = ${number}::text`),
    ...(numbers.length === 0 ? [] : [hasOther('l', numbers)]),
  ];
  const twins = conditions.map(
    (isMet) =>
      sql`EXISTS (SELECT 1 FROM ${known} l WHERE ${isMet} AND deleted_at IS NULL AND NOT is_archived)`,
  );
  return twins.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(twins, sql` OR `)})`;
}
