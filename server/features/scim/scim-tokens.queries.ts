import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#server/db/actors.ts';
import { programActor } from '#server/db/actors.ts';
import { clientRef } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { assertClient } from '#server/features/company-sign-in/providers.queries.ts';
import { newKey, readKey } from '#server/secrets/key-text.ts';
import { sameHash } from '#server/secrets/tokens.ts';

/** The SCIM token of a client, without its secret; null if it has none. Throws 404. */
export async function getScimToken(scope: Scope, clientId: string) {
  await assertClient(scope, clientId);
  const row = await openCore(scope)
    .selectFrom('core.scim_tokens')
    .select(['last_four as lastFour', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ?? null;
}

/** Creates the token of a client, which replaces an earlier one; returns the secret. Throws 404. */
export async function createScimToken(scope: Scope, clientId: string): Promise<string> {
  await assertClient(scope, clientId);
  const { key, publicId, secretHash, lastFour } = newKey('lsc');
  const row = { id: uuidv7(), public_id: publicId, secret_hash: secretHash, last_four: lastFour };
  await openCore(scope)
    .insertInto('core.scim_tokens')
    .values({ client_id: clientId, ...row })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({ ...row, created_at: sql<Date>`now()`, last_used_at: null }),
    )
    .execute();
  return key;
}

/** Removes the token of a client; false if it has none. Throws 404. */
export async function removeScimToken(scope: Scope, clientId: string): Promise<boolean> {
  await assertClient(scope, clientId);
  const removed = await openCore(scope)
    .deleteFrom('core.scim_tokens')
    .where('client_id', '=', clientId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/**
 * The directory of an active client, by its token; undefined for any other text. Records the last use to the
 * minute.
 */
export async function findDirectory(
  system: SystemScope,
  token: string,
): Promise<{ client: ClientRef; actor: Actor } | undefined> {
  const parts = readKey('lsc', token);
  if (!parts) return undefined;
  const core = openCore(system);
  const row = await core
    .selectFrom('core.scim_tokens as t')
    .innerJoin('core.clients as c', 'c.id', 't.client_id')
    .select(['t.id as token_id', 't.secret_hash'])
    .select(['c.id', 'c.schema_name', 'c.role_name', 'c.time_zone', 'c.country', 'c.is_active'])
    .select(sql<boolean>`coalesce(t.last_used_at < now() - interval '1 minute', true)`.as('is_due'))
    .where('t.public_id', '=', parts.publicId)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
  if (!row || !sameHash(row.secret_hash, parts.secretHash)) return undefined;
  if (row.is_due)
    await core
      .updateTable('core.scim_tokens')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', row.token_id)
      .execute();
  const client = clientRef(row);
  return { client, actor: programActor(client, { id: row.token_id, name: 'Directory (SCIM)' }) };
}
