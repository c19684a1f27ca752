import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { apiKeys } from '#shared/accounts/api-keys.ts';
import type { BodyOf, QueryOf } from '#shared/protocol/endpoint.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Scope } from '#server/db/scope.ts';
import { clientRef } from '#server/db/find-client.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { newKey, readKey } from '#server/secrets/key-text.ts';
import { sameHash } from '#server/secrets/tokens.ts';
import { getClient } from '#server/features/clients/clients.queries.ts';

const UNKNOWN_KEY = 'This API key does not exist.';
const DEAD_KEY = 'This API key is no longer active.';
const MASK = '#'.repeat(16);

/** The API keys of the clients the caller may see. */
function visibleKeys(scope: Scope) {
  const { user } = scope;
  const all = openCore(scope)
    .selectFrom('core.api_keys as k')
    .innerJoin('core.clients as c', 'c.id', 'k.client_id');
  return user.seesAllClients ? all : all.where('k.client_id', '=', user.client?.id ?? null);
}

export async function listApiKeys(scope: Scope, query: QueryOf<typeof apiKeys.list>) {
  const visible = visibleKeys(scope)
    .selectAll('k')
    .select('c.client_name')
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc');
  const { rows, pagination } = await readPage(visible, query);
  const api_keys = rows.map((row) => ({
    id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    masked_api_key: row.status === 'active' ? `lmk_${row.public_id}…${row.last_four}` : MASK,
    allowed_origins: row.allowed_origins,
    status: row.status,
    created_at: row.created_at,
    rotated_at: row.rotated_at,
    revoked_at: row.revoked_at,
    last_used_at: row.last_used_at,
  }));
  return { data: { api_keys }, pagination };
}

/** An API key of a client the caller may see, active or not. Throws 404. */
export async function getApiKey(scope: Scope, id: string) {
  const row = await visibleKeys(scope).selectAll('k').where('k.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_KEY);
  return row;
}

/**
 * Creates a key for a client and returns the secret, which is never shown again. Throws 404 for a client the
 * caller may not see.
 */
export async function createApiKey(
  scope: Scope,
  { client_id, allowed_origins }: BodyOf<typeof apiKeys.create>,
): Promise<{ id: string; key: string }> {
  await getClient(scope, client_id);
  const { key, row } = keyRow(
    { lineage: uuidv7(), client_id, allowed_origins: [...new Set(allowed_origins)] },
    scope,
  );
  await openCore(scope).insertInto('core.api_keys').values(row).execute();
  return { id: row.id, key };
}

function keyRow(of: { lineage: string; client_id: string; allowed_origins: string[] }, { user }: Scope) {
  const { key, publicId, secretHash, lastFour } = newKey('lmk');
  const parts = { public_id: publicId, secret_hash: secretHash, last_four: lastFour };
  return { key, row: { id: uuidv7(), ...of, ...parts, created_by: user.id } };
}

/**
 * Replaces a key; of several concurrent replacements, one succeeds. Throws 404, and 409 for a revoked key.
 */
export async function rotateApiKey(scope: Scope, id: string): Promise<{ key: string; clientId: string }> {
  const { lineage, client_id, allowed_origins } = await getApiKey(scope, id);
  const made = keyRow({ lineage, client_id, allowed_origins }, scope);
  await inCore(scope, async (trx) => {
    const ended = await trx
      .updateTable('core.api_keys')
      .set({ status: 'rotated', rotated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new Conflict(DEAD_KEY);
    await trx.insertInto('core.api_keys').values(made.row).execute();
  });
  return { key: made.key, clientId: client_id };
}

/** Revokes a key for good. Throws 404, and 409 for a revoked key. */
export async function revokeApiKey(scope: Scope, id: string): Promise<{ clientId: string }> {
  const { client_id } = await getApiKey(scope, id);
  const ended = await openCore(scope)
    .updateTable('core.api_keys')
    .set({ status: 'revoked', revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Conflict(DEAD_KEY);
  return { clientId: client_id };
}

/** A valid key of an active client. */
export type LivingKey = { id: string; lineage: string; client: ClientRef; allowedOrigins: string[] };

/**
 * The valid key and its client, read again for every request so that a revocation takes effect at once.
 * Undefined for any other text.
 */
export async function findLivingKey(system: SystemScope, key: string): Promise<LivingKey | undefined> {
  const core = openCore(system);
  const parts = readKey('lmk', key);
  if (!parts) return undefined;
  const row = await core
    .selectFrom('core.api_keys as k')
    .innerJoin('core.clients as c', 'c.id', 'k.client_id')
    .select(['k.id as key_id', 'k.lineage', 'k.secret_hash', 'k.allowed_origins'])
    .select(['c.id', 'c.schema_name', 'c.role_name', 'c.time_zone', 'c.country', 'c.is_active'])
    .where('k.public_id', '=', parts.publicId)
    .where('k.status', '=', 'active')
    .where('c.is_active', '=', true)
    .executeTakeFirst();
  if (!row || !sameHash(row.secret_hash, parts.secretHash)) return undefined;
  return {
    id: row.key_id,
    lineage: row.lineage,
    client: clientRef(row),
    allowedOrigins: row.allowed_origins,
  };
}

/** Records a key's last use to the minute, so that a busy form does not cause a write with every lead. */
export async function noteKeyUse(system: SystemScope, id: string): Promise<void> {
  const core = openCore(system);
  await core
    .updateTable('core.api_keys')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute();
}
