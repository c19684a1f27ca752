import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

/**
 * Whether a lead (the row `lead`) has one of these numbers, in the forms of `phoneForms`. Each half uses an
 * index.
 */
export function hasNumber(lead: string, forms: readonly string[]): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${lead}.${column}`);
  return sql<SqlBool>`(${of('phone_norm')} = ANY(${forms}::text[]) OR ${hasOther(lead, forms)})`;
}

/** Whether one of the numbers is among a lead's further ones. */
export function hasOther(lead: string, forms: readonly string[]): RawBuilder<SqlBool> {
  const others = sql.ref(`${lead}.other_phones`);
  return sql<SqlBool>`(${others} <> '{}' AND ${others} && ${forms}::text[])`;
}
