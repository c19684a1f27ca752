import { sql } from 'kysely';
import type { ImportPreview, ImportResult, RowError } from '#shared/lead-import.ts';
import { MAX_LISTED_ERRORS } from '#shared/lead-import.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { fieldOptions } from '#server/features/configurations/field-configuration.queries.ts';
import { STAGE } from './import-stage.queries.ts';
import { wouldChange } from './merge-fields.ts';
import type { Filled } from './merge-fields.ts';

/** What happens to each staged row: `insert`, `update`, `skip` or `fail`, the lead it meets, and why. */
export const PLAN = sql`pg_temp.import_plan`;

export type DuplicateRule = { skip_duplicates: boolean; update_existing: boolean };

/**
 * Decides every row in SQL, for preview and run alike. Two rows, or a row and a lead, are duplicates when they share an
 * e-mail; or a phone, unless both carry e-mails that differ. Rows with neither repeat only when this very file was
 * imported before. A row with the id of a lead, from our own export, is that lead whatever else it holds. Leads in the
 * trash do not count.
 */
export async function planImport(
  scope: ClientScope,
  rule: DuplicateRule,
  fileHash: Buffer,
  filled: Filled,
): Promise<void> {
  const { db } = scope;
  await sql`
    CREATE TEMP TABLE import_plan ON COMMIT DROP AS
    WITH known AS (
      SELECT s.row_number, l.id AS lead_id, l.name AS lead_name,
        min(s.row_number) OVER (PARTITION BY l.id) AS first_row
      FROM ${STAGE} s JOIN ${scope.table('leads')} l ON l.id = s.own_lead AND l.deleted_at IS NULL
      WHERE s.errors IS NULL
    ), good AS (
      SELECT row_number, email_norm, phone_norm,
        CASE WHEN email_norm IS NOT NULL THEN min(row_number) OVER (PARTITION BY email_norm) END AS first_email,
        CASE WHEN phone_norm IS NOT NULL THEN min(row_number) OVER (PARTITION BY phone_norm) END AS first_phone,
        CASE WHEN phone_norm IS NOT NULL
          THEN min(row_number) FILTER (WHERE email_norm IS NULL) OVER (PARTITION BY phone_norm) END AS first_bare_phone
      FROM ${STAGE} WHERE errors IS NULL
    ), within_file AS (
      SELECT row_number, CASE
          WHEN first_email < row_number THEN first_email
          WHEN email_norm IS NULL AND first_phone < row_number THEN first_phone
          WHEN email_norm IS NOT NULL AND first_bare_phone < row_number THEN first_bare_phone
        END AS same_row
      FROM good
    ), matches AS (
      SELECT DISTINCT ON (row_number) row_number, lead_id, lead_name, by_email FROM (
        SELECT g.row_number, l.id AS lead_id, l.name AS lead_name, true AS by_email, l.created_at
        FROM good g JOIN ${scope.table('leads')} l ON l.email_norm = g.email_norm AND l.deleted_at IS NULL
        UNION ALL
        SELECT g.row_number, l.id, l.name, false, l.created_at
        FROM good g JOIN ${scope.table('leads')} l ON l.phone_norm = g.phone_norm AND l.deleted_at IS NULL
          AND (g.email_norm IS NULL OR l.email_norm IS NULL)
      ) found ORDER BY row_number, by_email DESC, created_at, lead_id
    ), repeated AS (
      SELECT EXISTS (SELECT FROM ${scope.table('lead_imports')} WHERE file_hash = ${fileHash}) AS file
    ), judged AS (
      SELECT s.row_number, s.errors IS NOT NULL AS is_bad, k.lead_id IS NOT NULL AS by_id,
        coalesce(k.lead_id, m.lead_id) AS lead_id, coalesce(k.lead_name, m.lead_name) AS lead_name, m.by_email,
        CASE WHEN k.lead_id IS NULL THEN w.same_row WHEN k.first_row < s.row_number THEN k.first_row END AS same_row,
        (SELECT file FROM repeated) AND k.lead_id IS NULL AND s.email_norm IS NULL AND s.phone_norm IS NULL AS is_repeat
      FROM ${STAGE} s LEFT JOIN known k USING (row_number) LEFT JOIN within_file w USING (row_number)
        LEFT JOIN matches m USING (row_number)
    )
    SELECT row_number, lead_id, (lead_id IS NOT NULL OR same_row IS NOT NULL) AS is_duplicate,
      CASE WHEN is_bad THEN 'fail'
        WHEN is_repeat THEN 'skip'
        WHEN lead_id IS NOT NULL AND same_row IS NULL AND ${rule.update_existing} THEN 'update'
        WHEN (lead_id IS NOT NULL OR same_row IS NOT NULL) AND ${rule.skip_duplicates} THEN 'skip'
        ELSE 'insert' END AS action,
      CASE WHEN is_repeat THEN 'This row came in with an earlier import of the same file.'
        WHEN same_row IS NOT NULL THEN 'Same person as in row ' || same_row || '.'
        WHEN by_id THEN 'This lead exists: ' || lead_name || '.'
        WHEN by_email THEN 'A lead with this e-mail exists: ' || lead_name || '.'
        WHEN lead_id IS NOT NULL THEN 'A lead with this phone exists: ' || lead_name || '.' END AS reason
    FROM judged
  `.execute(db);
  await sql`CREATE UNIQUE INDEX ON ${PLAN} (row_number)`.execute(db);
  await sql`ANALYZE ${PLAN}`.execute(db);
  if (!rule.update_existing) return;
  await sql`
    UPDATE ${PLAN} p SET action = 'skip', reason = 'Nothing to change: the lead says the same already.'
    FROM ${STAGE} s, ${scope.table('leads')} l
    WHERE p.action = 'update' AND s.row_number = p.row_number AND l.id = p.lead_id AND NOT ${wouldChange(filled)}
  `.execute(db);
}

/** Exact counts and the first refused rows, before anything is written. */
export async function readPlan({ db }: ClientScope): Promise<ImportResult> {
  const counted = await sql<Record<'inserted' | 'updated' | 'skipped' | 'failed', number>>`
    SELECT count(*) FILTER (WHERE action = 'insert')::int AS inserted, count(*) FILTER (WHERE action = 'update')::int AS updated,
      count(*) FILTER (WHERE action = 'skip')::int AS skipped, count(*) FILTER (WHERE action = 'fail')::int AS failed
    FROM ${PLAN}
  `.execute(db);
  const listed = await sql<{
    row: number;
    reason: string | null;
    errors: { field?: string; message: string }[] | null;
  }>`
    SELECT p.row_number AS row, p.reason, s.errors FROM ${PLAN} p JOIN ${STAGE} s USING (row_number)
    WHERE p.action IN ('fail', 'skip') ORDER BY p.action, p.row_number LIMIT ${MAX_LISTED_ERRORS}
  `.execute(db);
  const errors = listed.rows.flatMap(({ row, reason, errors: problems }): RowError[] =>
    problems ? problems.map((problem) => ({ row, ...problem })) : [{ row, message: reason ?? '' }],
  );
  const { inserted = 0, updated = 0, skipped = 0, failed = 0 } = counted.rows[0] ?? {};
  return {
    inserted,
    updated,
    skipped,
    failed,
    errors: errors.slice(0, MAX_LISTED_ERRORS),
    operation_id: null,
  };
}

type NewValues = Pick<ImportPreview, 'new_statuses' | 'new_sources' | 'unknown_owners'>;

/** Values of the file that are no options yet, and owners who are no users of the client, with their rows. */
export async function readNewValues(scope: ClientScope): Promise<NewValues> {
  const { db } = scope;
  const { options } = await fieldOptions(scope);
  const unknown = async (column: 'status' | 'source', known: readonly { value: string }[]) => {
    const values = known.map((option) => option.value);
    const found = await sql<{ value: string; rows: number }>`
      SELECT ${sql.ref(column)} AS value, count(*)::int AS rows FROM ${STAGE}
      WHERE errors IS NULL AND ${sql.ref(column)} <> ALL(${values}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
    `.execute(db);
    return found.rows;
  };
  const owners = await sql<{ value: string; rows: number }>`
    SELECT s.owner AS value, count(*)::int AS rows FROM ${STAGE} s
    WHERE s.errors IS NULL AND s.owner IS NOT NULL AND ${ownerId(scope)} IS NULL
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
  `.execute(db);
  return {
    new_statuses: await unknown('status', options.status ?? []),
    new_sources: await unknown('source', options.source ?? []),
    unknown_owners: owners.rows,
  };
}

/** The one active user of the client with the owner's name or e-mail; null when none or several have it. */
export function ownerId(scope: ClientScope) {
  return sql<string | null>`(
    SELECT CASE WHEN count(*) = 1 THEN min(m.id::text)::uuid END FROM ${scope.table('members')} m
    WHERE s.owner IS NOT NULL AND m.belongs AND m.is_active AND lower(s.owner) IN (lower(m.name), lower(m.email))
  )`;
}
