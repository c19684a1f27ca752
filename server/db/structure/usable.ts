import type pg from 'pg';
import { quoted } from './installation.ts';

/** A message that explains what is wrong with the given database. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

const OLDEST_SERVER = 150_000;

type Facts = {
  name: string;
  version: number;
  owner: string;
  encoding: string;
  isReplica: boolean;
  isFounded: boolean;
  mayCreate: boolean;
  createsRoles: boolean;
  connects: boolean;
  temporary: boolean;
  trigrams: boolean;
};

/**
 * Throws UnusableDatabase for a database that cannot hold an installation (with the statement that fixes it),
 * is too old, or is read-only. An existing installation starts even without rights it will need later; the
 * doctor lists those.
 */
export async function assertUsable(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<Facts>(`
    SELECT datname AS name, current_setting('server_version_num')::int AS version, current_user AS owner,
      pg_encoding_to_char(encoding) AS encoding, pg_is_in_recovery() AS "isReplica",
      to_regnamespace('core') IS NOT NULL AS "isFounded", has_database_privilege(oid, 'CREATE') AS "mayCreate",
      (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "createsRoles",
      ${toPublic('CONNECT')} AS connects, ${toPublic('TEMPORARY')} AS temporary,
      EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams
    FROM pg_database WHERE datname = current_database()`);
  const [facts] = rows;
  if (!facts) return;
  const wrong = wrongWith(facts);
  if (wrong) throw new UnusableDatabase(wrong);
}

const toPublic = (right: string) =>
  `EXISTS (SELECT 1 FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
    WHERE grantee = 0 AND privilege_type = '${right}')`;

function wrongWith(facts: Facts): string | undefined {
  const { name, owner } = facts;
  const [database, user] = [quoted(name), quoted(owner)];
  if (facts.version < OLDEST_SERVER) return 'LMS needs PostgreSQL 15 or newer.';
  if (facts.isReplica)
    return `The database "${name}" is a replica, which can only be read. Use the primary’s address.`;
  if (facts.isFounded) return undefined;
  if (facts.encoding !== 'UTF8')
    return `The database "${name}" stores text as ${facts.encoding}, which has no letters for most names. Make one with: CREATE DATABASE lms ENCODING 'UTF8' TEMPLATE template0;`;
  if (!facts.mayCreate)
    return `The user "${owner}" may not create schemas in the database "${name}". As its owner: GRANT CREATE ON DATABASE ${database} TO ${user};`;
  if (!facts.createsRoles)
    return `The user "${owner}" may not create roles, and every client gets one. As a superuser: ALTER ROLE ${user} CREATEROLE;`;
  if (!facts.connects || !facts.temporary)
    return `Roles of the database "${name}" may not ${facts.connects ? 'make temporary tables, which imports need' : 'connect'}. As its owner: GRANT CONNECT, TEMPORARY ON DATABASE ${database} TO PUBLIC;`;
  if (!facts.trigrams)
    return 'The extension pg_trgm is missing on the database server, and searches need it. Install the package with the contributed extensions of PostgreSQL.';
  return undefined;
}
