import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import Cursor from 'pg-cursor';
import type { RowKind } from '#shared/events.ts';
import { announcing, writtenKinds } from '#server/db/announcements.ts';
import type { RoleConnection, RolePool } from '#server/db/connections.ts';

/** Texts seen, so that the second use of a statement is prepared: three times the speed on hot queries. */
const statements = new Map<string, { name: string; uses: number }>();
const MAX_STATEMENTS = 5000;
let counter = 0;

function preparedName(text: string): string | undefined {
  const known = statements.get(text);
  if (known) {
    known.uses += 1;
    return known.name;
  }
  // The best plan of a text search, and of a look into JSON, depends on the term, which a prepared plan forgets;
  // temporary tables come and go.
  if (/\b(?:like|pg_temp|TEMP)\b|@>/i.test(text)) return undefined;
  if (statements.size >= MAX_STATEMENTS) {
    for (const [old, entry] of statements) {
      if (entry.uses > 1 && statements.size < MAX_STATEMENTS * 2) entry.uses = 0;
      else statements.delete(old);
      if (statements.size < MAX_STATEMENTS) break;
    }
  }
  counter += 1;
  statements.set(text, { name: `s${counter}`, uses: 0 });
  return undefined;
}

const WRITES = /\b(?:insert|update|delete|merge|truncate)\b/i;

export class RoleDatabaseConnection implements DatabaseConnection {
  readonly held: RoleConnection;
  readonly #pool: RolePool;
  /** What the running transaction has written; it is announced by its commit. */
  readonly #written = new Set<RowKind>();
  isInTransaction = false;

  constructor(held: RoleConnection, pool: RolePool) {
    this.held = held;
    this.#pool = pool;
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const name = preparedName(compiled.sql);
    if (name) this.held.prepared.add(name);
    const result = await this.held.client
      .query({ text: compiled.sql, values: [...compiled.parameters], name })
      .catch((error: unknown) => {
        if (endsConnection(error)) this.held.broken = true;
        throw error;
      })
      .finally(() => {
        if (this.held.role === null && WRITES.test(compiled.sql)) this.#pool.noteCoreChange();
      });
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    if (this.held.role !== null && WRITES.test(compiled.sql) && !(changes && result.rowCount === 0))
      await this.#noteWritten(compiled.sql);
    return changes
      ? { numAffectedRows: BigInt(result.rowCount ?? 0), rows: result.rows }
      : { rows: result.rows };
  }

  /** A statement of its own has been committed already; what a transaction writes waits for its commit. */
  async #noteWritten(text: string): Promise<void> {
    for (const kind of writtenKinds(text)) this.#written.add(kind);
    const announcement = this.isInTransaction ? undefined : this.announcement();
    // What is stored is stored: an announcement that fails takes nothing back, and pages read again on focus.
    if (announcement) await this.held.client.query(announcement).catch(() => (this.held.broken = true));
  }

  /** The statement that tells the other processes what was written since the last. */
  announcement(): string | undefined {
    const text = announcing(this.held.role, this.#written);
    this.#written.clear();
    return text;
  }

  async *streamQuery<R>(compiled: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const cursor = this.held.client.query(new Cursor<R & object>(compiled.sql, [...compiled.parameters]));
    try {
      for (let rows = await cursor.read(chunkSize); rows.length > 0; rows = await cursor.read(chunkSize))
        yield { rows };
    } catch (error) {
      if (endsConnection(error)) this.held.broken = true;
      throw error;
    } finally {
      await cursor.close();
    }
  }
}

/** Whether PostgreSQL ended the session with this error, or the connection itself failed (no SQLSTATE at all). */
function endsConnection(error: unknown): boolean {
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined || /^(?:FATAL|PANIC)$/.test(severity) || /^(?:08|57P)/.test(code);
}

class RoleDriver implements Driver {
  readonly #pool: RolePool;
  readonly #role: string | null;

  constructor(pool: RolePool, role: string | null) {
    this.#pool = pool;
    this.#role = role;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<RoleDatabaseConnection> {
    return new RoleDatabaseConnection(await this.#pool.acquire(this.#role), this.#pool);
  }

  async beginTransaction(connection: RoleDatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` ISOLATION LEVEL ${settings.isolationLevel}` : '';
    await this.#control(connection, `BEGIN${level}`);
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: RoleDatabaseConnection): Promise<void> {
    try {
      // PostgreSQL delivers it when, and only when, the transaction commits. Both go out as one.
      const announcement = connection.announcement();
      if (announcement) await this.#direct(connection, `${announcement}; COMMIT`);
      else await this.#control(connection, 'COMMIT');
      connection.isInTransaction = false;
    } finally {
      // Only now do others read what the transaction has written; an answer lost on the way may have been a yes.
      if (this.#role === null) this.#pool.noteCoreChange();
    }
  }

  async rollbackTransaction(connection: RoleDatabaseConnection): Promise<void> {
    connection.announcement();
    await this.#control(connection, 'ROLLBACK').catch(() => {});
    connection.isInTransaction = false;
  }

  async releaseConnection(connection: RoleDatabaseConnection): Promise<void> {
    this.#pool.release(connection.held);
  }

  async destroy(): Promise<void> {}

  async #control(connection: RoleDatabaseConnection, statement: string): Promise<void> {
    await this.#orBroken(connection, connection.executeQuery(CompiledQuery.raw(statement)));
  }

  /** Several statements in one, which cannot be prepared. */
  async #direct(connection: RoleDatabaseConnection, statements: string): Promise<void> {
    await this.#orBroken(connection, connection.held.client.query(statements));
  }

  /** A connection whose BEGIN, COMMIT or ROLLBACK failed is in no known state: it is never used again. */
  async #orBroken(connection: RoleDatabaseConnection, answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
    } catch (error) {
      connection.held.broken = true;
      throw error;
    }
  }
}

/** A Kysely handle whose every statement runs as `role`. */
export function kyselyAs<Tables>(pool: RolePool, role: string | null): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RoleDriver(pool, role),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  return new Kysely<Tables>({ dialect });
}
