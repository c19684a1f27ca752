import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import type pg from 'pg';
import { currentChange } from '#server/current-request.ts';
import type { RowKind } from '#shared/protocol/row-kinds.ts';
import type { Announcer } from '#server/db/announce/announcer.ts';
import { ask, endsConnection, sendAhead } from '#server/db/pool/ask.ts';
import type { RoleConnection, RolePool } from '#server/db/pool/connections.ts';
import { readStatement } from '#server/db/statements.ts';

/** Milliseconds past a statement's own timeout before a silent database counts as gone. */
const SILENCE = 3000;

/** The cursor of a stream, and how long its reader may pause: longer than the limit for stalled readers. */
const STREAM = 'stream';
const BETWEEN_BATCHES = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

export class RoleDatabaseConnection implements DatabaseConnection {
  readonly held: RoleConnection;
  readonly #pool: RolePool;
  readonly #announcer: Announcer | undefined;
  /**
   * The kinds of rows that the running transaction has written, by client role; announced after its commit.
   */
  readonly #written = new Map<string, Set<RowKind>>();
  /** The client role that a transaction on accounts has switched to (`goOnAs`). */
  #localRole: string | undefined;
  /** The statement timeout of the running transaction, in milliseconds. */
  #limit: number;
  isInTransaction = false;

  constructor(held: RoleConnection, pool: RolePool, announcer: Announcer | undefined) {
    this.held = held;
    this.#pool = pool;
    this.#announcer = announcer;
    this.#limit = pool.statementTimeout;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { text, portal, name, isWrite, kinds, localRole, limit } = readStatement(compiled.sql);
    if (name) this.held.prepared.add(name);
    const statement = { text, ...(portal && { portal }), values: [...compiled.parameters], name };
    const since = performance.now();
    const result = await ask(this.held, statement, this.#limit + SILENCE)
      .catch((error: unknown) => {
        if (endsConnection(error)) this.held.broken = true;
        throw error;
      })
      .finally(() => {
        this.#tellSlow(compiled.sql, since);
        if (this.held.role === null && isWrite) this.#pool.noteCoreChange();
      });
    this.#localRole = localRole ?? this.#localRole;
    this.#limit = limit ?? this.#limit;
    const role = this.#localRole ?? this.held.role;
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    if (role !== null && isWrite && !(changes && result.rowCount === 0)) this.#noteWritten(role, kinds);
    const rows = result.rows as R[];
    return changes ? { numAffectedRows: BigInt(result.rowCount ?? 0), rows } : { rows };
  }

  /** Begins a transaction. Its first statement follows without waiting, and throws the error if there is one. */
  begin(text: string): void {
    sendAhead(this.held, text, this.#limit + SILENCE, (error) => {
      this.held.broken = true;
      return error;
    });
    this.isInTransaction = true;
  }

  #tellSlow(text: string, since: number): void {
    const { slow } = this.#pool;
    const ms = performance.now() - since;
    if (slow && ms > slow.after) slow.tell({ text, ms });
  }

  /**
   * Outside a transaction, a statement's rows are already committed; inside one, they wait for its commit.
   */
  #noteWritten(role: string, kinds: readonly RowKind[]): void {
    this.#written.set(role, new Set([...(this.#written.get(role) ?? []), ...kinds]));
    if (!this.isInTransaction) this.committed();
  }

  /** Announces the committed rows to every process. */
  committed(): void {
    for (const [role, kinds] of this.#written)
      this.#announcer?.tell(role, { kinds: [...kinds], ...currentChange() });
    this.rolledBack();
  }

  /** Drops the rolled-back rows without announcing them. */
  rolledBack(): void {
    this.#written.clear();
    this.#localRole = undefined;
    this.#limit = this.#pool.statementTimeout;
  }

  /**
   * Reads the rows of a statement in batches. Each batch has its own time limit, so a slow reader only has to
   * keep reading. Must not run inside a transaction.
   */
  async *streamQuery<R>(compiled: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const run = async (statement: pg.QueryConfig & { portal?: string }) =>
      await ask(this.held, statement, this.#limit + SILENCE);
    try {
      await run({ text: `BEGIN; ${BETWEEN_BATCHES}` });
      await run({ text: compiled.sql, values: [...compiled.parameters], portal: STREAM });
      for (;;) {
        const { rows } = await run({ text: `FETCH ${chunkSize} FROM "${STREAM}"` });
        if (rows.length === 0) break;
        yield { rows: rows as R[] };
      }
    } catch (error) {
      if (endsConnection(error)) this.held.broken = true;
      throw error;
    } finally {
      if (!this.held.broken)
        await run({ text: 'ROLLBACK' }).catch(() => {
          this.held.broken = true;
        });
    }
  }
}

class RoleDriver implements Driver {
  readonly #pool: RolePool;
  readonly #role: string | null;
  readonly #announcer: Announcer | undefined;

  constructor(pool: RolePool, role: string | null, announcer: Announcer | undefined) {
    this.#pool = pool;
    this.#role = role;
    this.#announcer = announcer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<RoleDatabaseConnection> {
    return new RoleDatabaseConnection(await this.#pool.acquire(this.#role), this.#pool, this.#announcer);
  }

  async beginTransaction(connection: RoleDatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` ISOLATION LEVEL ${settings.isolationLevel}` : '';
    connection.begin(`BEGIN${level}`);
  }

  async commitTransaction(connection: RoleDatabaseConnection): Promise<void> {
    try {
      await this.#control(connection, 'COMMIT');
      connection.isInTransaction = false;
    } finally {
      // Announces only now that others can read the rows, even if the reply was lost: the commit may have
      // succeeded.
      if (this.#role === null) this.#pool.noteCoreChange();
      connection.committed();
    }
  }

  async rollbackTransaction(connection: RoleDatabaseConnection): Promise<void> {
    connection.rolledBack();
    await this.#control(connection, 'ROLLBACK').catch(() => {});
    connection.isInTransaction = false;
  }

  async releaseConnection(connection: RoleDatabaseConnection): Promise<void> {
    this.#pool.release(connection.held);
  }

  async destroy(): Promise<void> {}

  /** A connection whose COMMIT or ROLLBACK failed, like its BEGIN, is in an unknown state: it is never reused. */
  async #control(connection: RoleDatabaseConnection, statement: string): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(statement));
    } catch (error) {
      connection.held.broken = true;
      throw error;
    }
  }
}

/** Lends one connection to any number of statements at a time. */
class SharedDriver implements Driver {
  readonly #connection: DatabaseConnection;
  #running = 0;
  #ended: PromiseWithResolvers<void> | undefined;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#ended) throw new Error('The connection of these reads has been returned.');
    this.#running += 1;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#running -= 1;
    if (this.#running === 0) this.#ended?.resolve();
  }

  /** Refuses further statements, and waits for those that have been sent. */
  async end(): Promise<void> {
    this.#ended = Promise.withResolvers();
    if (this.#running > 0) await this.#ended.promise;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('A transaction needs a connection of its own.');
  }

  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/**
 * A Kysely handle that runs every statement as `role`; an `announcer` announces its writes to every process.
 */
export function kyselyAs<Tables>(pool: RolePool, role: string | null, announcer?: Announcer): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: dialectOf(new RoleDriver(pool, role, announcer)) });
}

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/**
 * Runs `read` with a handle whose statements share one connection. Each is sent without waiting for the results of those before it, so
 * statements that are begun together take one round trip.
 */
export async function onOneConnection<Tables, T>(
  db: Kysely<Tables>,
  read: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const executor = db.getExecutor();
  return await executor.provideConnection(async (connection) => {
    const driver = new SharedDriver(connection);
    try {
      return await read(new Kysely<Tables>({ dialect: dialectOf(driver), plugins: [...executor.plugins] }));
    } finally {
      await driver.end();
    }
  });
}
