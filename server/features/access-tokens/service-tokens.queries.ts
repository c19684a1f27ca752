import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf, QueryOf } from '#shared/protocol/endpoint.ts';
import { MAX_SERVICE_TOKENS, serviceName } from '#shared/accounts/service-tokens.ts';
import type { ServiceToken, serviceTokens } from '#shared/accounts/service-tokens.ts';
import { clientRef } from '#server/db/find-client.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import { programActor } from '#server/db/actors.ts';
import type { Actor } from '#server/db/actors.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { newKey, readKey } from '#server/secrets/key-text.ts';
import { sameHash } from '#server/secrets/tokens.ts';

const TOO_MANY = `A client can have ${MAX_SERVICE_TOKENS} service tokens. Remove one first.`;

/** The valid tokens of the clients the caller may see. */
function visibleTokens(scope: Scope) {
  const { user } = scope;
  const all = openCore(scope)
    .selectFrom('core.service_tokens as t')
    .innerJoin('core.clients as c', 'c.id', 't.client_id')
    .leftJoin('core.users as maker', 'maker.id', 't.created_by')
    .where('t.removed_at', 'is', null);
  return user.seesAllClients ? all : all.where('t.client_id', '=', user.client?.id ?? null);
}

export async function listServiceTokens(scope: Scope, query: QueryOf<typeof serviceTokens.list>) {
  const visible = visibleTokens(scope)
    .selectAll('t')
    .select('c.client_name')
    .select(sql<string | null>`maker.first_name || ' ' || maker.last_name`.as('maker_name'))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc');
  const { rows, pagination } = await readPage(visible, query);
  const tokens = rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    clientId: row.client_id,
    clientName: row.client_name,
    createdByName: row.maker_name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
  return { data: { tokens }, pagination };
}

type NewServiceToken = BodyOf<typeof serviceTokens.create>;

/**
 * Creates a token of the client and returns the secret, which is never shown again. Throws 409 when the
 * client has too many tokens.
 */
export async function createServiceToken(
  scope: Scope,
  { client, user }: Pick<ClientScope, 'client' | 'user'>,
  { name, scope: reach, days }: NewServiceToken,
): Promise<{ id: string; token: string }> {
  const { key, publicId, secretHash, lastFour } = newKey('lst');
  const id = uuidv7();
  await inCore(scope, async (trx) => {
    // Concurrent calls run one at a time, so that none exceeds the limit.
    await takeTurn(trx, `service tokens ${client.id}`);
    const { total } = await trx
      .selectFrom('core.service_tokens')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('client_id', '=', client.id)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (total >= MAX_SERVICE_TOKENS) throw new Conflict(TOO_MANY);
    await trx
      .insertInto('core.service_tokens')
      .values({
        id,
        client_id: client.id,
        name,
        scope: reach,
        public_id: publicId,
        secret_hash: secretHash,
        last_four: lastFour,
        created_by: user.id,
        expires_at: days === null ? null : sql<Date>`now() + make_interval(days => ${days})`,
      })
      .execute();
  });
  return { id, token: key };
}

/** Revokes a token for good. Throws 404. */
export async function removeServiceToken(
  scope: Scope,
  id: string,
): Promise<{ clientId: string; name: string }> {
  const found = await visibleTokens(scope)
    .select(['t.client_id', 't.name'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  const { numUpdatedRows } = await openCore(scope)
    .updateTable('core.service_tokens')
    .set({ removed_at: sql<Date>`now()` })
    .where('id', '=', found ? id : null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (!found || numUpdatedRows === 0n) throw new NotFound('This service token does not exist.');
  return { clientId: found.client_id, name: found.name };
}

type ServiceSession = { actor: Actor; sessionId: string; tokenScope: ServiceToken['scope'] };

/**
 * The program for a valid service token of an active client; undefined for an invalid token or any other
 * text. Records the token's last use to the minute.
 */
export async function findServiceActor(
  system: SystemScope,
  token: string,
): Promise<ServiceSession | undefined> {
  const parts = readKey('lst', token);
  if (!parts) return undefined;
  const core = openCore(system);
  const row = await core
    .selectFrom('core.service_tokens as t')
    .innerJoin('core.clients as c', 'c.id', 't.client_id')
    .select(['t.id as token_id', 't.name', 't.scope', 't.secret_hash'])
    .select(['c.id', 'c.schema_name', 'c.role_name', 'c.time_zone', 'c.country', 'c.is_active'])
    .select(sql<boolean>`coalesce(t.last_used_at < now() - interval '1 minute', true)`.as('is_due'))
    .where('t.public_id', '=', parts.publicId)
    .where('t.removed_at', 'is', null)
    .where(sql<boolean>`coalesce(t.expires_at > now(), true)`)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
  if (!row || !sameHash(row.secret_hash, parts.secretHash)) return undefined;
  if (row.is_due)
    await core
      .updateTable('core.service_tokens')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', row.token_id)
      .execute();
  const actor = programActor(clientRef(row), { id: row.token_id, name: serviceName(row.name) });
  return { actor, sessionId: row.token_id, tokenScope: row.scope };
}
