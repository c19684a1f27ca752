import type pg from 'pg';
import type { AskServer } from '#server/db/replica/log-position.ts';
import { STAGE_NAMES } from '#server/db/tables/stage-tables.ts';
import { quoted } from '#server/db/structure/installation.ts';

/** A table, its writable columns, and which of those are plain text. */
export type Table = { name: string; columns: string[]; texts: string[] };

/** Runs queries on a connection outside the pool. */
export const asking =
  (owner: pg.ClientBase): AskServer =>
  async (text, values) =>
    (await owner.query(text, values)).rows as never;

/** Tables of `core` with what lets somebody in, or once did; after a restore everybody signs in again. */
export const OPEN_ACCESS = [
  'sessions',
  'push_devices',
  'access_tokens',
  'service_tokens',
  'scim_tokens',
  'sign_in_attempts',
  'public_requests',
  'password_resets',
  'email_changes',
  'source_refusals',
  'kept_answers',
  'provider_sign_ins',
  'provider_logouts',
] as const;

/**
 * Tables that are never backed up. In `core`: the installation's identity, which a restore creates anew, and
 * sessions, tokens, one-time links and stored responses, which would otherwise come back to life after their
 * owners ended them. In a client: the mirror's queue and the tables of running imports.
 */
const LEFT_OUT: Record<'core' | 'client', readonly string[]> = {
  core: ['installation', 'migrations', ...OPEN_ACCESS],
  client: ['changed_rows', ...STAGE_NAMES],
};

/** Tables of `core` with rows of a single client, each with the column that names the client. */
export const OF_CLIENT: Readonly<Record<string, string>> = {
  clients: 'id',
  users: 'client_id',
  invitations: 'client_id',
  api_keys: 'client_id',
  sources: 'client_id',
};

/** The tables of a schema to back up, each listed after the tables it references. */
export async function tablesOf(ask: AskServer, schema: string): Promise<Table[]> {
  const rows = await ask<Table & { needs: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND atttypid = 'text'::regtype) AS texts,
       ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid AND f.relnamespace = c.relnamespace) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relname <> ALL ($2) ORDER BY 1`,
    [schema, LEFT_OUT[schema === 'core' ? 'core' : 'client']],
  );
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)));
    if (free.length === 0) throw new Error(`The tables of ${schema} refer to each other in a circle.`);
    for (const { name, columns, texts } of free) {
      ordered.push({ name, columns, texts });
      left.delete(name);
    }
  }
  return ordered;
}

export const placeOf = (schema: string, table: string) => `${quoted(schema)}.${quoted(table)}`;
export const listOf = (columns: readonly string[]) => columns.map((name) => quoted(name)).join(', ');

/**
 * Makes the connection read and write values the same way whatever the server's settings, and lifts its time
 * limits.
 */
export async function settleValues(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    `SET search_path = ''; SET client_min_messages = warning; SET client_encoding = 'UTF8'; SET datestyle = 'ISO, YMD';
     SET timezone = 'UTC'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex';
     SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
  );
}
