import type pg from 'pg';
import { clientRole } from '#server/db/pool/client-role.ts';
import { named, orGood, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

type Client = { id: string; schema_name: string; role_name: string };

/**
 * Checks roles and rights without trying a read: only the owner and the client's own role may use a client's
 * schema, no client role may use another schema or the accounts, and the request login role owns nothing.
 */
export async function checkWalls(owner: pg.Client): Promise<Finding[]> {
  const { rows: clients } = await owner.query<Client>(
    'SELECT id, schema_name, role_name FROM core.clients ORDER BY schema_name',
  );
  const findings = [
    ...(await checkLogin(owner)),
    ...(await checkRoles(owner, clients)),
    ...(await checkRights(owner, clients)),
  ];
  return orGood('walls', `All ${clients.length} clients are isolated from each other.`, findings);
}

async function checkLogin(owner: pg.Client): Promise<Finding[]> {
  const { rows } = await owner.query<{ name: string; exists: boolean; may: boolean; owns: boolean }>(`
    SELECT app_role AS name, r.oid IS NOT NULL AS exists,
      coalesce(rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb, false) AS may,
      EXISTS (SELECT 1 FROM pg_class WHERE relowner = r.oid) AS owns
    FROM core.installation LEFT JOIN pg_roles r ON rolname = app_role`);
  return rows.flatMap(({ name, exists, may, owns }) => {
    if (!exists)
      return [
        wrong('walls', `The request role ${name} is missing.`, 'Start the server; it creates the role.'),
      ];
    if (!may && !owns) return [];
    return [
      wrong(
        'walls',
        `The request role ${name} has an owner’s rights.`,
        `ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB; and give its tables to the owner.`,
      ),
    ];
  });
}

async function checkRoles(owner: pg.Client, clients: readonly Client[]): Promise<Finding[]> {
  const { rows } = await owner.query<{ rolname: string }>(
    `SELECT r.rolname FROM pg_roles r, core.installation
     WHERE pg_has_role(app_role, r.oid, 'MEMBER') AND NOT r.rolsuper AND r.rolname <> app_role`,
  );
  const known = new Set(rows.map(({ rolname }) => rolname));
  const missing = clients.filter((client) => !known.has(client.role_name));
  const foreign = clients.filter((client) => client.role_name !== clientRole(client.id));
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      wrong(
        'walls',
        `Client role missing, or not granted to the request role: ${named(missing.map((one) => one.schema_name))}.`,
        'Restore the roles from a backup: npm run restore.',
      ),
    );
  if (foreign.length > 0)
    findings.push(
      wrong(
        'walls',
        `Another client's role is named for ${named(foreign.map((one) => one.schema_name))}.`,
        'Somebody has changed core.clients by hand: restore the row from a backup.',
      ),
    );
  return findings;
}

/** Finds rights on a schema, its tables or the accounts held by a role that must have none. */
async function checkRights(owner: pg.Client, clients: readonly Client[]): Promise<Finding[]> {
  const { rows } = await owner.query<{ schema: string; grantee: string }>(
    `WITH rights AS (
       SELECT n.nspname, n.nspowner AS owner, a.grantee FROM pg_namespace n, aclexplode(n.nspacl) a
       UNION SELECT n.nspname, c.relowner, a.grantee
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) a
     )
     SELECT r.nspname AS schema, CASE r.grantee WHEN 0 THEN 'PUBLIC' ELSE r.grantee::regrole::text END AS grantee
     FROM rights r LEFT JOIN core.clients c ON c.schema_name = r.nspname
     WHERE r.grantee <> r.owner AND (
       (c.id IS NOT NULL AND r.grantee IS DISTINCT FROM to_regrole(c.role_name)::oid)
       OR (r.nspname = 'core' AND (r.grantee = 0 OR r.grantee::regrole::text = ANY ($1))))
     ORDER BY 1, 2`,
    [clients.map((client) => client.role_name)],
  );
  return rows.map(({ schema, grantee }) =>
    wrong(
      'walls',
      `${grantee} may enter the schema ${schema}.`,
      `REVOKE ALL ON SCHEMA ${schema} FROM ${grantee}; REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${grantee};`,
    ),
  );
}
