import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { COLLEAGUE_WORKS } from '#shared/leads/lead-duplicates.ts';
import type { ImportResult, RowError } from '#shared/leads/lead-import.ts';
import { MAX_LISTED_ERRORS } from '#shared/leads/lead-import.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { newId } from '#server/db/sql/new-id.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { namedFor } from './import-names.queries.ts';
import { planOf, settlePlan, stageOf } from './import-stage.queries.ts';
import { wouldChange } from '#server/features/lead-import/reading/merge-fields.ts';
import type { Filled } from '#server/features/lead-import/reading/merge-fields.ts';
import { mergeRows } from './merge-rows.queries.ts';
import { NAMELESS } from '#server/features/lead-import/reading/row-draft.ts';

export type DuplicateRule = { skip_duplicates: boolean; update_existing: boolean };

/**
 * Decides every row in SQL, identically for preview and run, by the rules of decision 11. A row with a lead's
 * id, from our own export, is that lead whatever else the row contains. Rows with neither email nor phone
 * count as repeated only when this exact file was imported before. Leads in the trash are ignored. A person
 * is recognised whoever owns the lead: a lead hidden from the caller is neither changed nor named, and
 * unknown if the company has switched hints off. A merged row is represented by the staged row that remains.
 */
export async function planImport(
  scope: ClientScope,
  rule: DuplicateRule,
  fileHash: Buffer,
  filled: Filled,
): Promise<void> {
  const { db } = scope;
  const { skip_duplicates, update_existing } = rule;
  // If the company has switched off hints about colleagues' leads, an import gives none either.
  const all = scope.sight?.hints === false ? scope : wholeCompany(scope);
  const isSeen = sql`EXISTS (SELECT 1 FROM ${scope.table('leads')} seen WHERE seen.id = led.lead_id)`;
  const isHidden = scope.sight ? sql`lead_id IS NOT NULL AND NOT ${isSeen}` : sql`false`;
  await sql`
    INSERT INTO ${planOf(scope)} (row_number, lead_id, new_id, action, is_duplicate, merged_into, reason)
    WITH ${metLeads(all, rule)}, ${persons(rule)}, repeated AS (
      SELECT EXISTS (SELECT 1 FROM ${scope.table('lead_imports')} imports WHERE file_hash = ${fileHash}) AS file
    ), led AS (
      SELECT s.row_number, s.errors IS NOT NULL AS is_bad, coalesce(m.lead_id, p.lead_id) AS lead_id, m.lead_name, m.by_id, m.by_email, p.first_row,
        s.own_lead IS NOT NULL AND coalesce(s.name, s.email, s.phone) IS NULL AS is_nameless, (SELECT file FROM repeated) AND coalesce(m.lead_id, p.lead_id) IS NULL
          AND s.email_norm IS NULL AND s.phone_norm IS NULL AS is_repeat
      FROM ${stageOf(scope)} s LEFT JOIN met m USING (row_number) LEFT JOIN persons p USING (row_number)
    ), judged AS (
      SELECT *, CASE
          WHEN lead_id IS NULL THEN nullif(first_row, row_number)
          WHEN ${update_existing} THEN nullif(min(row_number) OVER (PARTITION BY lead_id), row_number)
        END AS same_row, ${isHidden} AS is_hidden
      FROM led
    ), decided AS (
      SELECT *, CASE WHEN is_bad OR (lead_id IS NULL AND is_nameless) THEN 'fail'
        WHEN is_repeat THEN 'skip'
        WHEN is_hidden AND (${update_existing} OR ${skip_duplicates}) THEN 'skip'
        WHEN lead_id IS NOT NULL AND ${update_existing} THEN CASE WHEN same_row IS NULL THEN 'update' ELSE 'skip' END
        WHEN by_id OR ((lead_id IS NOT NULL OR same_row IS NOT NULL) AND ${skip_duplicates}) THEN 'skip'
        ELSE 'insert' END AS action
      FROM judged
    )
    SELECT row_number, lead_id, CASE WHEN action = 'insert' THEN ${newId} END, action, (lead_id IS NOT NULL OR same_row IS NOT NULL) AS is_duplicate,
      CASE WHEN action = 'skip' AND NOT is_repeat THEN same_row END AS merged_into,
      CASE WHEN action = 'fail' THEN ${NAMELESS}::text
        WHEN is_repeat THEN 'This row came in with an earlier import of the same file.'
        WHEN is_hidden THEN ${COLLEAGUE_WORKS}::text
        WHEN same_row IS NOT NULL THEN 'Same person as in row ' || same_row::text || ', merged into it.'
        WHEN by_id THEN 'This lead exists: ' || lead_name || '.'
        WHEN by_email THEN 'A lead with this email exists: ' || lead_name || '.'
        WHEN lead_id IS NOT NULL THEN 'A lead with this phone exists: ' || lead_name || '.' END AS reason
    FROM decided
  `.execute(db);
  await settlePlan(scope);
  await mergeRows(scope, update_existing, filled);
  if (!update_existing) return;
  await sql`
    WITH same AS MATERIALIZED (
      SELECT p.row_number FROM ${planOf(scope)} p JOIN ${stageOf(scope)} s USING (row_number)
        JOIN ${scope.table('leads')} l ON l.id = p.lead_id
      WHERE p.action = 'update' AND NOT ${wouldChange(filled, namedFor(scope, 'l'))}
    )
    UPDATE ${planOf(scope)} p SET action = 'skip', reason = 'Nothing to change: the lead says the same already.'
    FROM same WHERE p.row_number = same.row_number
  `.execute(db);
}

/**
 * `met`: rows that are or match a lead. If several rows would give a lead its first email, those with the
 * first row's address match it: another address is another person.
 */
function metLeads(scope: ClientScope, { update_existing }: DuplicateRule): RawBuilder<unknown> {
  const leads = scope.table('leads');
  return sql`good AS (
      SELECT row_number, own_lead, email_norm, phone_norm, other_phones::text[] AS other_phones FROM ${stageOf(scope)} WHERE errors IS NULL
    ), numbers AS (
      SELECT row_number, email_norm, phone_norm AS number FROM good WHERE phone_norm IS NOT NULL
      UNION ALL SELECT row_number, email_norm, unnest(other_phones) FROM good WHERE other_phones <> '{}'
    ), further AS (
      SELECT l.id, l.name, l.created_at, l.email_norm, unnest(l.other_phones) AS number
      FROM ${leads} l WHERE l.other_phones <> '{}' AND l.deleted_at IS NULL
    ), called_leads AS (
      SELECT n.row_number, n.email_norm, l.id, l.name, l.created_at FROM numbers n JOIN ${leads} l ON l.phone_norm = n.number AND l.deleted_at IS NULL
        AND (n.email_norm IS NULL OR l.email_norm IS NULL)
      UNION SELECT n.row_number, n.email_norm, l.id, l.name, l.created_at FROM numbers n JOIN further l ON l.number = n.number
        AND (n.email_norm IS NULL OR l.email_norm IS NULL)
    ), known AS (
      SELECT g.row_number, l.id AS lead_id, l.name AS lead_name
      FROM good g JOIN ${leads} l ON l.id = g.own_lead AND l.deleted_at IS NULL
    ), found AS (
      SELECT g.row_number, g.email_norm, l.id AS lead_id, l.name AS lead_name, true AS by_email, l.created_at, NULL AS first_email
      FROM good g JOIN ${leads} l ON l.email_norm = g.email_norm AND l.deleted_at IS NULL
      UNION ALL
      SELECT row_number, email_norm, id, name, false, created_at,
        first_value(email_norm) OVER (PARTITION BY id ORDER BY email_norm IS NULL, row_number)
      FROM called_leads
    ), matches AS (
      SELECT DISTINCT ON (row_number) row_number, lead_id, lead_name, by_email FROM found
      WHERE NOT ${update_existing} OR by_email OR email_norm IS NULL OR email_norm = first_email
      ORDER BY row_number, by_email DESC, created_at, lead_id
    ), met AS (
      SELECT row_number, coalesce(k.lead_id, m.lead_id) AS lead_id, coalesce(k.lead_name, m.lead_name) AS lead_name,
        k.lead_id IS NOT NULL AS by_id, m.by_email
      FROM known k FULL JOIN matches m USING (row_number)
    )`;
}

/**
 * `persons`: groups rows of the file that are one person, by the first row of each. One email is one person
 * with one phone, whichever of a row's numbers is used; rows with only that phone belong to the first such
 * person. Rows that match a lead take part only if they update it, because a skipped row would leave the rows
 * after it without a lead.
 */
function persons({ update_existing }: DuplicateRule): RawBuilder<unknown> {
  const order = update_existing ? sql`DESC` : sql`ASC`;
  return sql`named AS (
      -- each number of a row that has several, with the least of them
      SELECT number, min(least) AS least FROM (
        SELECT g.phone_norm || g.other_phones AS numbers, (SELECT min(number) FROM unnest(g.phone_norm || g.other_phones) number) AS least
        FROM good g WHERE g.other_phones <> '{}'
      ) several, unnest(numbers) number GROUP BY number
    ), people AS (
      SELECT n.row_number, min(coalesce(d.least, n.number)) AS number FROM numbers n LEFT JOIN named d USING (number) GROUP BY n.row_number
    ), free AS (
      SELECT g.row_number, g.email_norm, n.number AS phone_norm, m.lead_id FROM good g
        LEFT JOIN people n USING (row_number) LEFT JOIN met m USING (row_number)
      WHERE (g.email_norm IS NOT NULL OR g.phone_norm IS NOT NULL) AND (m.lead_id IS NULL OR ${update_existing})
    ), mails AS (
      SELECT email_norm, min(row_number) AS first_row,
        (array_agg(phone_norm ORDER BY row_number ${order}) FILTER (WHERE phone_norm IS NOT NULL))[1] AS phone_norm
      FROM free WHERE email_norm IS NOT NULL GROUP BY email_norm
    ), called AS (
      SELECT DISTINCT ON (phone_norm) phone_norm, email_norm, first_row FROM mails
      WHERE phone_norm IS NOT NULL ORDER BY phone_norm, first_row
    ), bare AS (
      SELECT phone_norm, min(row_number) AS first_row FROM free WHERE email_norm IS NULL GROUP BY phone_norm
    ), numbered AS (
      SELECT f.row_number, f.lead_id, CASE
          WHEN f.email_norm IS NULL OR c.email_norm = f.email_norm THEN least(m.first_row, c.first_row, b.first_row)
          ELSE m.first_row
        END AS first_row
      FROM free f LEFT JOIN mails m ON m.email_norm = f.email_norm
        LEFT JOIN called c ON c.phone_norm = CASE WHEN f.email_norm IS NULL THEN f.phone_norm ELSE m.phone_norm END
        LEFT JOIN bare b ON b.phone_norm = CASE WHEN f.email_norm IS NULL THEN f.phone_norm ELSE m.phone_norm END
    ), leads_of AS (
      SELECT first_row, (array_agg(lead_id ORDER BY row_number))[1] AS lead_id
      FROM numbered WHERE lead_id IS NOT NULL GROUP BY first_row
    ), persons AS (
      SELECT n.row_number, n.first_row, coalesce(n.lead_id, l.lead_id) AS lead_id
      FROM numbered n LEFT JOIN leads_of l USING (first_row)
    )`;
}

/** Exact counts and the first rejected rows, before anything is written. */
export async function readPlan(scope: ClientScope): Promise<ImportResult> {
  const { db } = scope;
  const counted = await sql<Record<'inserted' | 'updated' | 'skipped' | 'failed', number>>`
    SELECT count(*) FILTER (WHERE action = 'insert')::int AS inserted, count(*) FILTER (WHERE action = 'update')::int AS updated,
      count(*) FILTER (WHERE action = 'skip')::int AS skipped, count(*) FILTER (WHERE action = 'fail')::int AS failed
    FROM ${planOf(scope)}
  `.execute(db);
  const listed = await sql<{
    row: number;
    reason: string | null;
    errors: { field?: string; message: string }[] | null;
  }>`
    SELECT p.row_number AS row, p.reason, s.errors FROM ${planOf(scope)} p JOIN ${stageOf(scope)} s USING (row_number)
    WHERE p.action IN ('fail', 'skip') ORDER BY p.action, p.row_number LIMIT ${MAX_LISTED_ERRORS}
  `.execute(db);
  const warned = await sql<RowError>`
    SELECT p.row_number AS row, w.field, w.message FROM ${planOf(scope)} p JOIN ${stageOf(scope)} s USING (row_number)
      CROSS JOIN jsonb_to_recordset(s.warnings) AS w (field text, message text)
    -- PostgreSQL expects warnings in every row, but for this; then it goes through the whole stage for each row of the plan.
    WHERE s.warnings IS NOT NULL AND p.action IN ('insert', 'update') ORDER BY p.row_number LIMIT ${MAX_LISTED_ERRORS}
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
    warnings: warned.rows,
    operation_id: null,
  };
}
