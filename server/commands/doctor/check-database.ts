import type pg from 'pg';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import { findNewer } from '#server/db/structure/releases.ts';
import { good, named, note, orGood, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

/** Milliseconds by which the clocks of this machine and the database may differ before users notice. */
const MOST_APART = 2000;
const OLDEST = 15;
const NEWEST = 18;

type Facts = {
  version: string;
  number: number;
  encoding: string;
  now: Date;
  trigrams: boolean;
  temporary: boolean;
  creates_roles: boolean;
  connections: number;
};

/** Checks the server, its clock and extension, and the owner's rights, all read as owner. */
export async function checkServer(owner: pg.Client): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await owner.query<Facts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS number,
      pg_encoding_to_char(encoding) AS encoding, clock_timestamp() AS now,
      EXISTS (SELECT 1 FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        WHERE extname = 'pg_trgm' AND nspname = 'extensions') AS trigrams,
      EXISTS (SELECT 1 FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
        WHERE grantee = 0 AND privilege_type = 'TEMPORARY') AS temporary,
      (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS creates_roles,
      current_setting('max_connections')::int AS connections
    FROM pg_database WHERE datname = current_database()`);
  const [facts] = rows;
  if (!facts) return [];
  const part = 'database';
  const findings: Finding[] = [];
  if (facts.number < OLDEST || facts.number > NEWEST)
    findings.push(
      (facts.number < OLDEST ? wrong : note)(
        part,
        `PostgreSQL ${facts.version} isn’t supported; LMS supports ${OLDEST} to ${NEWEST}.`,
        'Move to a supported version.',
      ),
    );
  if (facts.encoding !== 'UTF8')
    findings.push(wrong(part, `Its encoding is ${facts.encoding}.`, 'Create a database with ENCODING UTF8.'));
  if (!facts.trigrams)
    findings.push(
      wrong(
        part,
        'The extension pg_trgm is missing from the schema extensions: searches fail.',
        'CREATE SCHEMA IF NOT EXISTS extensions; CREATE EXTENSION pg_trgm SCHEMA extensions;',
      ),
    );
  if (!facts.temporary)
    findings.push(
      wrong(
        part,
        'Imports cannot make temporary tables.',
        'GRANT TEMPORARY ON DATABASE of LMS TO PUBLIC, as the owner.',
      ),
    );
  if (!facts.creates_roles)
    findings.push(
      wrong(
        part,
        'The owner may not create roles: no client can be added.',
        'ALTER ROLE of the owner CREATEROLE.',
      ),
    );
  return [
    ...orGood(part, `PostgreSQL ${facts.version} has everything LMS needs.`, findings),
    clock(asked, Date.now(), facts.now.getTime()),
  ];
}

function clock(asked: number, answered: number, there: number): Finding {
  const apart = Math.max(asked - there, there - answered, 0);
  if (apart <= MOST_APART) return good('clock', 'The clocks of this machine and the database agree.');
  return wrong(
    'clock',
    `The clocks of this machine and of the database are ${(apart / 1000).toFixed(0)} seconds apart.`,
    'Let both follow a time server (timedatectl set-ntp true): sessions and follow-ups go by the clock.',
  );
}

/** Compares the structure of the database with the one this release creates. */
export async function checkMigrations(owner: pg.Client): Promise<Finding[]> {
  const part = 'migrations';
  if (await findNewer(owner))
    return [
      wrong(part, 'A newer release has upgraded this database.', 'Start that release, or a newer one.'),
    ];
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM core.migrations');
  const done = new Set(rows.map(({ name }) => name));
  const missing = CORE_MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
  const latest = CLIENT_MIGRATIONS.at(-1)?.name ?? '';
  const { rows: behind } = await owner.query<{ schema_name: string }>(
    'SELECT schema_name FROM core.clients WHERE version <> $1 ORDER BY 1',
    [latest],
  );
  const findings: Finding[] = [];
  const remedy = 'Start this release’s server; it applies the missing migrations.';
  if (missing.length > 0) findings.push(wrong(part, `Missing: ${named(missing)}.`, remedy));
  if (behind.length > 0)
    findings.push(wrong(part, `Clients behind: ${named(behind.map((one) => one.schema_name))}.`, remedy));
  return orGood(part, 'Every schema matches this release.', findings);
}
