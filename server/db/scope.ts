import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { sightToday } from '#server/db/visibility/covers.ts';
import { TEMPLATE_SCHEMA } from '#server/db/structure/client-schemas.ts';
import type { Actor } from '#server/db/actors.ts';
import type { Database } from '#server/db/database.ts';
import type { Engine } from '#server/db/cluster/engine.ts';
import type { Handles } from '#server/db/handles.ts';
import { onOneConnection } from '#server/db/dialect.ts';
import { MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import { findOnceMirrored, waitForMirror } from '#server/db/wait-for-mirror.ts';
import type { OwnedTable } from '#server/db/tables/owned-tables.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { visibleRows } from '#server/db/visibility/visible-rows.ts';
import type { LeadTable, Sight } from '#server/db/visibility/visible-rows.ts';
import { WHOLE } from '#server/db/visibility/whole-company.ts';
import type { ClosedCore } from '#server/db/system-scope.ts';
import { UNKNOWN_CLIENT, findClient, listOtherZones } from '#server/db/find-client.ts';
import type { ClientRef, Zone } from '#server/db/find-client.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '#server/errors.ts';

/**
 * Kysely bound to one schema: `withSchema` is not on the type, so a feature cannot leave the schema. Tables about leads are read only
 * through `ReadScope.table`, which applies the caller's visibility.
 */
export type ScopedDb = Pick<
  Kysely<Omit<ClientTables, LeadTable>>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor' | 'isTransaction'
> &
  Pick<Kysely<ClientTables>, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/** The rows that may be read: one client's, all clients', or none. */
export type ReadScope = {
  user: Actor;
  db: ScopedDb;
  /** The one client that is read; undefined when all clients are read, or none. */
  client: ClientRef | undefined;
  /** True when all clients' rows are read; false without a `client` means that nothing is. */
  isEverything: boolean;
  /** Reads come from a replica, which may lack changes that this process already knows of: results must not be cached. */
  isReplica: boolean;
  /** When all clients are read: the time zones other than the default, each with its clients. */
  zones: readonly Zone[];
  /** `client_id` of a row of `table`: a constant within one client, a column in the mirror. */
  clientId: (table: keyof ClientTables) => RawBuilder<string>;
  /** The users whose leads are visible; null: the whole company's. */
  sight: Sight | null;
  /** The rows of a table that the caller may see, for hand-written SQL, which adds an alias. */
  table: (table: keyof ClientTables) => RawBuilder<unknown>;
  /**
   * The table itself, for writes: only after INSERT INTO, UPDATE and DELETE FROM. The rows to write have been checked for visibility
   * before.
   */
  stored: (table: keyof ClientTables) => RawBuilder<unknown>;
  /** Runs several reads on one connection; those that are begun together take one round trip. For short reads: they run one by one. */
  together: <T>(read: (scope: ReadScope) => Promise<T>) => Promise<T>;
  readonly [WHOLE]: () => ReadScope;
};

/** One client, for reading and writing. */
export type ClientScope = ReadScope & {
  client: ClientRef;
  /** The engine that holds the client's schema. */
  engine: Engine;
  /** Runs `work` in one transaction of this client. */
  transaction: <T>(work: (scope: ClientScope) => Promise<T>) => Promise<T>;
  readonly [WHOLE]: () => ClientScope;
};

const NO_CLIENT = 'Your account isn’t assigned to a client yet. Ask an administrator to assign you.';

/** Created from the verified session, never from input; every query of a feature starts here. */
export class Scope {
  readonly user: Actor;
  readonly engine: Engine;
  /** Gives access to accounts and clients. */
  readonly core: ClosedCore;
  readonly #database: Database;
  /** The server to read from: the primary, or the replica within `onReplica`, to which nothing can be written. */
  readonly #server: Handles;
  readonly #isReplica: boolean;

  constructor(database: Database, user: Actor, server: Handles = database) {
    this.#database = database;
    this.#server = server;
    this.#isReplica = server !== database;
    this.user = user;
    this.engine = database.installation.engine;
    this.core = server.core;
  }

  /**
   * Runs a read of one client, or of all clients, that may go to the replica of DATABASE_READ_URL: files of any size, and figures of all
   * clients. `read` receives a scope of the chosen server, must read everything through it, and writes nothing. If the replica fails before
   * `read` returns, the read is repeated on the primary.
   */
  async onReplica<T>(
    what: 'file' | 'figures',
    clientId: string | undefined,
    read: (scope: Scope) => Promise<T>,
  ): Promise<T> {
    const { replica, follower } = this.#database;
    const isOfAll = this.user.seesAllClients && clientId === undefined;
    if (!replica || (what === 'figures' && !isOfAll)) return await read(this);
    // The replica must catch up with the mirror including these changes.
    if (isOfAll) await follower?.settle();
    return await replica.read(
      async (server) => await read(server ? new Scope(this.#database, this.user, server) : this),
    );
  }

  /** The rows the user may read; a client id narrows them and never widens them. */
  async reading(clientId?: string): Promise<ReadScope> {
    const { user } = this;
    if (!user.seesAllClients) {
      const own = user.client;
      const matches = own && (clientId === undefined || clientId === own.id);
      return matches ? await this.#client(own) : this.#nothing();
    }
    if (clientId === undefined) {
      if (!this.#isReplica) await this.#database.follower?.settle();
      return this.#everything(await listOtherZones(this));
    }
    const client = await findClient(this, clientId);
    return client ? await this.#client(client) : this.#nothing();
  }

  /**
   * Like `reading`, including every change made before; used to select the rows of a bulk change. Throws 503 when the changes of all
   * clients do not arrive in time.
   */
  async readingUpToDate(clientId?: string): Promise<ReadScope> {
    if (this.user.seesAllClients && clientId === undefined) await waitForMirror(this.#database.follower);
    return await this.reading(clientId);
  }

  /**
   * The client that a new object belongs to; `what` names the object in the error message. Throws 422 when a user with access to all
   * clients names no client, 403 for a user without one.
   */
  async writingIn(clientId?: string, what = 'lead'): Promise<ClientScope> {
    const { user } = this;
    if (!user.seesAllClients) {
      if (!user.client) throw new Forbidden(NO_CLIENT);
      if (clientId !== undefined && clientId !== user.client.id) throw new NotFound(UNKNOWN_CLIENT);
      return await this.#asGuest(user.client);
    }
    const target = clientId ?? user.client?.id;
    if (target === undefined)
      throw new InvalidInput([{ field: 'clientId', message: `Select a client for this ${what}.` }]);
    const client = await findClient(this, target);
    if (!client) throw new NotFound(UNKNOWN_CLIENT);
    return await this.#asGuest(client);
  }

  /**
   * Like `writingIn`, for an existing object that is identified together with its client. Throws 404 with `message` for a user without a
   * client, who sees no objects.
   */
  async changingIn(clientId: string | undefined, what: string, message: string): Promise<ClientScope> {
    const { client, seesAllClients } = this.user;
    if (!client && !seesAllClients) throw new NotFound(message);
    return await this.writingIn(clientId, what);
  }

  /** The client that owns a row. Throws 404 when no row visible to the user has this id. */
  async owning(table: OwnedTable, id: string, message: string): Promise<ClientScope> {
    const { user } = this;
    if (!user.seesAllClients) {
      if (!user.client) throw new NotFound(message);
      return await this.#asGuest(user.client);
    }
    return await this.#asGuest(await this.#ownerOf(table, id, message));
  }

  /**
   * Like `reading`, without waiting: rows of all clients as of some seconds ago. Enough to find a row's client, which never changes. If
   * rows are missing, look again with `settled`.
   */
  async readingStale(): Promise<ReadScope> {
    const { client, seesAllClients } = this.user;
    if (seesAllClients) return this.#everything();
    return client ? await this.#client(client) : this.#nothing();
  }

  /**
   * Runs `look` like `findOnceMirrored`, after the changes of all clients and the announcements of other processes have arrived; not for
   * users of one client, who read its own rows, where nothing is on its way. Throws 503.
   */
  async settled<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    if (!this.user.seesAllClients) return undefined;
    return await findOnceMirrored(this.#database.follower, look);
  }

  /** The client that owns a row, for reading only: reading makes nobody a guest. Throws 404 like `owning`. */
  async readingOwner(table: OwnedTable, id: string, message: string): Promise<ReadScope> {
    const { user } = this;
    if (!user.seesAllClients) {
      if (!user.client) throw new NotFound(message);
      return await this.#client(user.client);
    }
    return await this.#client(await this.#ownerOf(table, id, message));
  }

  async #ownerOf(table: OwnedTable, id: string, message: string): Promise<ClientRef> {
    const all = this.#everything();
    const look = sql<{
      client_id: string;
    }>`SELECT client_id FROM ${all.table(table)} one WHERE id = ${id}::uuid`;
    const find = async () => (await look.execute(all.db)).rows[0];
    const found = (await find()) ?? (await this.settled(find));
    const client = found && (await findClient(this, found.client_id));
    if (!client) throw new NotFound(message);
    return client;
  }

  #everything(zones: readonly Zone[] = []): ReadScope {
    const clientId: ReadScope['clientId'] = (table) => sql<string>`${sql.ref(`${table}.client_id`)}`;
    const rest = { user: this.user, isReplica: this.#isReplica, isEverything: true, zones, clientId };
    return unlimited(MIRROR_SCHEMA, this.#server.allClients, rest);
  }

  #nothing(): ReadScope {
    const clientId = () => sql<string>`NULL::uuid`;
    const { user } = this;
    const rest = { user, isReplica: this.#isReplica, isEverything: false, zones: [], clientId };
    return unlimited(TEMPLATE_SCHEMA, this.#server.nothing, rest);
  }

  async #client(client: ClientRef): Promise<ClientScope> {
    const db = this.#server.client(client);
    const { user, engine } = this;
    const sight = await sightToday(db, client, user);
    return clientScope({ user, client, engine, sight, isReplica: this.#isReplica }, db);
  }

  /** Makes a user with access to all clients a guest of a client on their first write there, so that references hold. */
  async #asGuest(client: ClientRef): Promise<ClientScope> {
    const scope = await this.#client(client);
    const { id, name, email, isGuest, client: own } = this.user;
    if (client.id === own?.id && !isGuest) return scope;
    const key = `${client.id} ${id}`;
    if (!client.isActive) throw new Conflict('This client is inactive.');
    const { guests } = this.#database;
    if (guests.has(key)) return scope;
    await scope.db
      .insertInto('members')
      .values({ id, name, email, belongs: false })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    if (guests.size > 10_000) guests.clear();
    guests.add(key);
    return scope;
  }
}

/** Rows that span all clients; nobody sees only a part of them. */
function unlimited(
  schema: string,
  handle: Kysely<ClientTables>,
  rest: Pick<ReadScope, 'user' | 'isReplica' | 'isEverything' | 'zones' | 'clientId'>,
): ReadScope {
  const table = (name: keyof ClientTables) => sql.id(schema, name);
  const db: ScopedDb = handle;
  const together: ReadScope['together'] = async (read) =>
    await onOneConnection(handle, async (one) => await read({ ...scope, db: one }));
  const scope = {
    ...rest,
    db,
    client: undefined,
    sight: null,
    table,
    stored: table,
    together,
    [WHOLE]: () => scope,
  };
  return scope;
}

/** One client, through a handle with its schema and role; used only by `Scope` and `goOnAs`. */
export function clientScope(
  of: Pick<ClientScope, 'user' | 'client' | 'engine' | 'sight' | 'isReplica'>,
  db: Kysely<ClientTables> | Transaction<ClientTables>,
): ClientScope {
  const { client, sight } = of;
  return {
    ...of,
    isEverything: false,
    zones: [],
    db,
    clientId: () => sql<string>`${client.id}::uuid`,
    table: (table) => visibleRows(client, table, sight),
    stored: (table) => sql.id(client.schema, table),
    together: async <T>(read: (scope: ReadScope) => Promise<T>) =>
      await onOneConnection<ClientTables, T>(db, async (one) => await read(clientScope(of, one))),
    transaction: async (work) =>
      await db.transaction().execute(async (trx) => await work(clientScope(of, trx))),
    [WHOLE]: () => clientScope({ ...of, sight: null }, db),
  };
}
