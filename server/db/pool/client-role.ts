import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * The role that owns nothing and may use one schema only. Roles are cluster-wide, so the name contains the
 * client's id.
 */
export function clientRole(clientId: string): string {
  return `lms_c_${clientId.replaceAll('-', '')}`;
}

/** The id of the client that has this role; undefined for every other role. */
export function clientIdOf(role: string): string | undefined {
  const hex = /^lms_c_([\da-f]{32})$/.exec(role)?.[1];
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The statement that makes a transaction act as this role until its end; the driver recognises it. */
export function localRole(role: string): RawBuilder<unknown> {
  return sql`SET LOCAL ROLE ${sql.id(role)}`;
}
