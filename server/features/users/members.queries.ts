import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ClientRef } from '#server/db/find-client.ts';
import { localRole } from '#server/db/pool/client-role.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';

/**
 * Adds a user to a client's members; the rest of the transaction acts as the client, which owns the members
 * table.
 */
export async function addMember(
  trx: Transaction<CoreTables>,
  client: Pick<ClientRef, 'schema' | 'role'>,
  member: { id: string; name: string; email: string; isActive?: boolean },
): Promise<void> {
  await localRole(client.role).execute(trx);
  await sql`
    INSERT INTO ${sql.id(client.schema, 'members')} (id, name, email, is_active)
    VALUES (${member.id}, ${member.name}, ${member.email}, ${member.isActive ?? true})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email, is_active = excluded.is_active,
      belongs = true
  `.execute(trx);
}

/**
 * Brings the members of a user's client up to date with the account, which the transaction has locked; the rest of
 * it acts as the client.
 */
export async function keepMember(trx: Transaction<CoreTables>, id: string): Promise<void> {
  const row = await trx
    .selectFrom('core.users as u')
    .innerJoin('core.clients as c', 'c.id', 'u.client_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.is_active', 'c.schema_name', 'c.role_name'])
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const { email, is_active: isActive, schema_name: schema, role_name: role } = row;
  await addMember(trx, { schema, role }, { id, name: `${row.first_name} ${row.last_name}`, email, isActive });
}
