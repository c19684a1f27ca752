import { createHash } from 'node:crypto';
import { quoted } from '#server/db/structure/installation.ts';
import type { TestDatabase } from '#test/database.ts';
import { readerOf } from '#test/rows/reader.ts';

/**
 * Tables that a refused request may write to: an audit line, a recorded sign-in attempt, a counted wrong
 * secret.
 */
const JOURNALS = ['core.audit', 'core.sign_in_attempts', 'core.source_refusals'];

/** The time of last use is recorded once a minute, whatever the result of the call. */
const NOTED = 'last_used_at';

/**
 * The roles granted to the login role: those of this installation's clients, here and in copies of this
 * database.
 */
export const ROLES_OF_CLIENTS = `
  SELECT r.rolname::text AS name FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid
  JOIN pg_roles login ON login.oid = m.member JOIN core.installation i ON i.app_role = login.rolname
  WHERE r.rolname NOT IN (i.all_role, 'lms_mirror_' || i.id)`;

/** The roles with access to a schema of this database. */
const ROLES_HERE = `
  SELECT DISTINCT pg_get_userbyid(a.grantee)::text AS name FROM pg_namespace n, aclexplode(n.nspacl) a WHERE a.grantee <> 0`;

/**
 * The content of every table of every schema as `schema.table` → digest, plus the existing roles and schemas.
 */
export async function digestOf(test: TestDatabase): Promise<Record<string, string>> {
  const reader = await readerOf(test);
  const { rows } = await reader.query<{ schema: string; name: string; hasNoted: boolean }>(`
    SELECT n.nspname AS schema, c.relname AS name, EXISTS (
      SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = '${NOTED}') AS "hasNoted" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    -- the mirror and its queues follow the clients a moment later (test/rows/mirror.ts)
    WHERE c.relkind = 'r' AND n.nspname <> 'all_clients' AND c.relname <> 'changed_rows' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1, 2`);
  const contents = rows
    .filter(({ schema, name }) => !JOURNALS.includes(`${schema}.${name}`))
    .map(
      ({ schema, name, hasNoted }) =>
        `SELECT '${schema}.${name}', md5(string_agg(row, E'\\n' ORDER BY row)) FROM (SELECT ${hasNoted ? `(to_jsonb(t) - '${NOTED}')::text` : 't::text'} AS row FROM ${quoted(schema)}.${quoted(name)} t) r`,
    );
  const text = `SELECT 'roles' AS place, string_agg(name, ' ' ORDER BY name) AS content FROM (${ROLES_HERE}) r
    UNION ALL SELECT 'schemas', string_agg(nspname, ' ' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_temp|^pg_toast'
    UNION ALL ${contents.join(' UNION ALL ')}`;
  const name = createHash('md5').update(text).digest('hex');
  const found = await reader.query<{ place: string; content: string }>({ name, text });
  return Object.fromEntries(found.rows.map(({ place, content }) => [place, content]));
}
