/** The SQL a skilled developer would write for the same results, on the same tables. */

const COLUMNS = `l.id, l.version, l.name, l.email, l.phone, l.company_name, l.designation, l.status, l.source,
  l.interest_level, l.value, l.budget, l.product_id, l.assigned_to, l.next_followup_date, l.lead_score, l.location,
  l.address, l.preferred_contact_time, l.communication_channel, l.age, l.gender, l.description, l.notes, l.tags,
  l.campaign_id, l.form_id, l.utm_source, l.utm_medium, l.utm_campaign, l.call_status, l.last_contacted_at,
  l.converted_at, l.is_duplicate, l.is_archived, l.created_at, l.updated_at, l.created_by, l.updated_by`;
const NAMES = 'a.name AS assigned_user_name, c.name AS created_user_name, u.name AS updated_user_name';
const PEOPLE = `LEFT JOIN bench.members a ON a.id = l.assigned_to LEFT JOIN bench.members c ON c.id = l.created_by
  LEFT JOIN bench.members u ON u.id = l.updated_by`;

const newest = (where: string, total: string) => `
  SELECT ${COLUMNS}, ${NAMES}, ${total} AS total
  FROM (SELECT * FROM bench.leads WHERE deleted_at IS NULL AND NOT is_archived ${where}
    ORDER BY created_at DESC, id DESC LIMIT 12) l ${PEOPLE}
  ORDER BY l.created_at DESC, l.id DESC`;
const counted = (table: string, where: string) =>
  `(SELECT coalesce(sum(leads), 0)::int8 FROM bench.${table} WHERE NOT is_archived ${where})`;

export const ASSIGNEE_FILTER = 'assigned_to';
const CELL = 'AND status = $1 AND source = $2 AND assigned_to = $3';
const CONTAINS = 'AND search_text LIKE _texts.fold($1)';

export const NEWEST = newest('', counted('lead_days', ''));
export const FILTERED = newest(CELL, counted('lead_totals', CELL));
export const SEARCH = newest(
  CONTAINS,
  `(SELECT count(*) FROM (SELECT 1 FROM bench.leads WHERE deleted_at IS NULL AND NOT is_archived ${CONTAINS} LIMIT 1001) t)`,
);
/** The leads with the next follow-ups. */
export const NEXT_FOLLOW_UPS = `
  SELECT ${COLUMNS}, ${NAMES}
  FROM (SELECT * FROM bench.leads WHERE deleted_at IS NULL AND NOT is_archived ORDER BY next_followup_date, id LIMIT 7) l ${PEOPLE}
  ORDER BY l.next_followup_date, l.id`;
const SHOWN = 'NOT is_archived AND NOT is_duplicate';
const WON = `status IN ('converted', 'closed_won', 'won')`;
const SINCE = `date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata')::date - interval '5 months'`;
const MONDAY = `date_trunc('week', now() AT TIME ZONE 'Asia/Kolkata')::date`;
/**
 * Totals, trend and breakdowns as JSON; `leads` counts a source's rows, `days` and `cells` are the tables to
 * read.
 */
const figures = (cells: string, days: string, leads: string, value: string) => `
  SELECT (SELECT jsonb_build_object('total', ${leads}, 'won', ${leads} FILTER (WHERE ${WON}), 'revenue', ${value} FILTER (WHERE ${WON}))
      FROM ${cells} WHERE ${SHOWN}) AS totals,
    (SELECT ${leads} FROM ${days} WHERE ${SHOWN} AND day >= ${MONDAY}) AS week,
    (SELECT jsonb_agg(m) FROM (SELECT date_trunc('month', day) AS month, ${leads} AS leads FROM ${days}
      WHERE ${SHOWN} AND day >= ${SINCE} GROUP BY 1) m) AS months,
    (SELECT jsonb_agg(s) FROM (SELECT source, ${leads} AS leads FROM ${cells} WHERE ${SHOWN} GROUP BY 1) s) AS sources,
    (SELECT jsonb_agg(s) FROM (SELECT status, ${leads} AS leads, ${value} AS value FROM ${cells} WHERE ${SHOWN} GROUP BY 1) s) AS statuses`;
export const FIGURES = figures('bench.lead_totals', 'bench.lead_days', 'sum(leads)', 'sum(value)');
const LIVING = `(SELECT *, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day FROM bench.leads WHERE deleted_at IS NULL) l`;
export const NAIVE_FIGURES = figures(LIVING, LIVING, 'count(*)', 'sum(value)');
/** Without counters. The phone is stored in its searchable form. */
export const CREATE = `
  WITH l AS (
    INSERT INTO bench.leads (id, name, email, phone, company_name, status, source, notes, assigned_to, created_by, updated_by,
      email_norm, phone_norm)
    VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $8, $8, lower($2), $3) RETURNING *
  )
  SELECT ${COLUMNS}, ${NAMES} FROM l ${PEOPLE}`;
/** Without version, history or counters. */
export const EDIT = `
  WITH l AS (UPDATE bench.leads SET lead_score = $2, updated_at = now() WHERE id = $1 AND deleted_at IS NULL RETURNING *)
  SELECT ${COLUMNS}, ${NAMES} FROM l ${PEOPLE}`;
