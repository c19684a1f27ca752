import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf, QueryOf } from '#shared/protocol/endpoint.ts';
import { CREDENTIALS_OF, MAX_SOURCES } from '#shared/company/sources.ts';
import type { Credential, Mapping, Outcome, SourceKind, sources } from '#shared/company/sources.ts';
import { CALL_TARGETS, isTelephony } from '#shared/activities/telephony.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import { readPage } from '#server/db/sql/paginate.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import type { SealedCredentials } from '#server/db/tables/source-tables.ts';
import { inCore, openCore } from '#server/db/system-scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { Conflict, InvalidInput, NotFound } from '#server/errors.ts';
import { newPortalSecret } from '#server/secrets/key-text.ts';
import { findAssignee, NOT_ACTIVE } from '#server/leads/owners/assignees.queries.ts';
import { seal } from '#server/secrets/encrypted-secret.ts';

const UNKNOWN_SOURCE = 'This source does not exist.';

/** The sources of the clients the caller may see. */
function visibleSources(scope: Scope, clientId?: string, core = openCore(scope)) {
  const { user } = scope;
  const all = core.selectFrom('core.sources as s');
  const own = user.seesAllClients ? all : all.where('s.client_id', '=', user.client?.id ?? null);
  return clientId === undefined ? own : own.where('s.client_id', '=', clientId);
}

/** A source of a client the caller may see. Throws 404. */
export async function getSource(scope: Scope, id: string) {
  const row = await visibleSources(scope).selectAll('s').where('s.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(UNKNOWN_SOURCE);
  return row;
}

/** A source of a client the caller may see, locked until the transaction ends. Throws 404. */
const lockSource = async (scope: Scope, trx: ReturnType<typeof openCore>, id: string) =>
  await visibleSources(scope, undefined, trx)
    .selectAll('s')
    .where('s.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFound(UNKNOWN_SOURCE));

type Editable = Awaited<ReturnType<typeof getSource>>;

/** The properties that an edit can change, with their version; of a credential only whether it is stored. */
const versioned = (
  row: Pick<
    Editable,
    | 'name'
    | 'is_active'
    | 'product_id'
    | 'lead_source'
    | 'owner_id'
    | 'mapping'
    | 'credentials'
    | 'creates_leads'
    | 'ring'
  >,
) =>
  withVersion({
    name: row.name,
    is_active: row.is_active,
    product_id: row.product_id,
    lead_source: row.lead_source,
    owner_id: row.owner_id,
    mapping: row.mapping,
    creates_leads: row.creates_leads,
    ring: row.ring,
    credentials: (Object.keys(row.credentials) as (keyof SealedCredentials)[]).filter(
      (name) => name !== 'secret',
    ),
  });

type Facts = { id: string; at: Date | null; outcome: Outcome | null; week: number };

/** A page of these clients' sources, each with its last delivery. */
export async function listSources(scope: Scope, query: QueryOf<typeof sources.list>) {
  const ordered = visibleSources(scope, query.client_id)
    .leftJoin('core.source_refusals as f', 'f.source_id', 's.id')
    .selectAll('s')
    .select(['f.wrong_secrets', 'f.wrong_secret_at'])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc');
  const { rows, pagination } = await readPage(ordered, query);
  const facts = new Map<string, Facts>();
  for (const [clientId, of] of Map.groupBy(rows, (row) => row.client_id))
    for (const fact of await factsOf(
      scope,
      clientId,
      of.map(({ id }) => id),
    ))
      facts.set(fact.id, fact);
  const list = rows.map(({ client_id: clientId, credentials, ...row }) => ({
    ...row,
    clientId,
    ...versioned({ ...row, credentials }),
    last_delivery_at: facts.get(row.id)?.at ?? null,
    last_outcome: facts.get(row.id)?.outcome ?? null,
    wrong_secrets: row.wrong_secrets ?? 0,
    week: facts.get(row.id)?.week ?? 0,
  }));
  return { data: { sources: list }, pagination };
}

async function factsOf(scope: Scope, clientId: string, ids: readonly string[]): Promise<Facts[]> {
  const reading = await scope.reading(clientId);
  const deliveries = reading.table('source_deliveries');
  const { rows } = await sql<Facts>`
    SELECT s.id, d.at, d.outcome, (SELECT count(*)::int FROM ${deliveries} w
      WHERE w.source_id = s.id AND w.at > now() - interval '7 days') AS week
    FROM unnest(${ids}::uuid[]) AS s (id) LEFT JOIN LATERAL (
      SELECT at, outcome FROM ${deliveries} l WHERE l.source_id = s.id ORDER BY l.at DESC, l.id DESC LIMIT 1
    ) d ON true
  `.execute(reading.db);
  return rows;
}

type Fields = BodyOf<typeof sources.update>;

/** Throws 422 for a product or an owner that does not belong to the client. */
async function checkDefaults(inside: ClientScope, { product_id, owner_id }: Fields): Promise<void> {
  if (product_id) {
    const product = await inside.db
      .selectFrom('products')
      .select('id')
      .where('id', '=', product_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!product)
      throw new InvalidInput([{ field: 'product_id', message: 'Choose a product of this client.' }]);
  }
  if (owner_id && !(await findAssignee(inside, owner_id))?.mayTake)
    throw new InvalidInput([{ field: 'owner_id', message: NOT_ACTIVE }]);
}

/**
 * The stored credentials merged with the sent ones; null removes one. Throws 422 for one that the kind does
 * not have.
 */
function credentialsAfter(
  installationKey: string,
  { id, kind, credentials: old }: { id: string; kind: SourceKind; credentials: SealedCredentials },
  sent: Fields['credentials'],
  secret?: string,
): string {
  const sealed = { ...old };
  // The requests of click to call name the whole address of the source.
  if (secret && isTelephony(kind)) sealed.secret = seal(installationKey, `${id} secret`, secret);
  for (const [name, text] of Object.entries(sent ?? {}) as [Credential, string | null | undefined][]) {
    if (text === undefined) continue;
    if (!CREDENTIALS_OF[kind].includes(name))
      throw new InvalidInput([
        { field: `credentials.${name}`, message: 'This kind of source doesn’t use this.' },
      ]);
    if (text?.trim()) sealed[name] = seal(installationKey, `${id} ${name}`, text.trim());
    else delete sealed[name];
  }
  return JSON.stringify(sealed);
}

/**
 * Creates a source; returns its secret, which is never shown again. Throws 409 when there are too many
 * sources, 422 for defaults from another client.
 */
export async function createSource(
  scope: Scope,
  inside: ClientScope,
  installationKey: string,
  { kind, name, credentials, ...defaults }: BodyOf<typeof sources.create>,
): Promise<{ id: string; secret: string }> {
  await checkDefaults(inside, defaults);
  const id = uuidv7();
  const { secret, hash } = newPortalSecret();
  const row = {
    id,
    client_id: inside.client.id,
    kind,
    name,
    secret_hash: hash,
    credentials: credentialsAfter(installationKey, { id, kind, credentials: {} }, credentials, secret),
    product_id: defaults.product_id ?? null,
    owner_id: defaults.owner_id ?? null,
    lead_source: defaults.lead_source || null,
    creates_leads: defaults.creates_leads ?? true,
    ring: defaults.ring ? JSON.stringify(defaults.ring) : null,
    created_by: scope.user.id,
  };
  await inCore(scope, async (trx) => {
    // Concurrent calls run one at a time, so that none exceeds the limit.
    await takeTurn(trx, `sources ${inside.client.id}`);
    const { had } = await trx
      .selectFrom('core.sources')
      .select(({ fn }) => fn.countAll<number>().as('had'))
      .where('client_id', '=', inside.client.id)
      .executeTakeFirstOrThrow();
    if (had >= MAX_SOURCES) throw new Conflict(`A client can have ${MAX_SOURCES} sources. Delete one first.`);
    await trx.insertInto('core.sources').values(row).execute();
  });
  return { id, secret };
}

/** Throws 422 for a value of a portal that would go to a part of a call, and the other way round. */
function checkTargets(kind: SourceKind, mapping: Mapping = {}): void {
  const isWrong = (target: string) =>
    Object.hasOwn(CALL_TARGETS, target) !== isTelephony(kind) && target !== 'ignore';
  if (Object.values(mapping).some(isWrong))
    throw new InvalidInput([{ field: 'mapping', message: 'There is no such field.' }]);
}

/** Changes the sent properties. Throws 404, 412, and 422 like `createSource`. */
export async function updateSource(
  scope: Scope,
  inside: ClientScope,
  installationKey: string,
  id: string,
  fields: Fields,
): Promise<{ id: string }> {
  await checkDefaults(inside, fields);
  const { credentials, mapping, lead_source, ring, version, ...plain } = fields;
  await inCore(scope, async (trx) => {
    const row = await lockSource(scope, trx, id);
    assertSeen(version, { id, ...versioned(row) });
    checkTargets(row.kind, mapping);
    const change = {
      ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
      ...(lead_source !== undefined && { lead_source: lead_source || null }),
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(ring !== undefined && { ring: ring && JSON.stringify(ring) }),
      ...(credentials && {
        credentials: credentialsAfter(installationKey, row, credentials),
        // A new key is used at once.
        pull_at: sql<Date>`now()`,
      }),
    };
    if (Object.keys(change).length > 0)
      await trx.updateTable('core.sources').set(change).where('id', '=', id).execute();
  });
  // Existing leads show the sender's new name.
  if (fields.name)
    await inside.db.updateTable('members').set({ name: fields.name }).where('id', '=', id).execute();
  return { id };
}

/** Deletes a source with its log, its leads' portal ids and its phone calls, whose logs stay. Throws 404. */
export async function removeSource(scope: Scope, inside: ClientScope, id: string): Promise<void> {
  const gone = await openCore(scope).deleteFrom('core.sources').where('id', '=', id).executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new NotFound(UNKNOWN_SOURCE);
  await inside.transaction(async ({ db }) => {
    await db.deleteFrom('source_deliveries').where('source_id', '=', id).execute();
    await db.deleteFrom('source_leads').where('source_id', '=', id).execute();
    await db.deleteFrom('phone_calls').where('source_id', '=', id).execute();
  });
}

/** Gives a source a new secret and returns it; it is never shown again. Throws 404. */
export async function replaceSecret(
  scope: Scope,
  installationKey: string,
  id: string,
): Promise<{ secret: string }> {
  const { secret, hash } = newPortalSecret();
  await inCore(scope, async (trx) => {
    const row = await lockSource(scope, trx, id);
    const credentials = credentialsAfter(installationKey, row, undefined, secret);
    await trx
      .updateTable('core.sources')
      .set({ secret_hash: hash, credentials })
      .where('id', '=', id)
      .execute();
  });
  return { secret };
}
