import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ClientTables } from '#server/db/tables.ts';

/** The leads that somebody sees within a client; null where the whole company's are seen. */
export type Sight = {
  /** The people whose leads are seen: oneself, or a team. */
  people: readonly string[];
  /** Whether leads of nobody are seen, too. */
  nobody: boolean;
  /** Whether a hint may say that a colleague already works with a person. */
  hints: boolean;
};

/** Tables whose rows are about leads: nobody reads them but through `visibleRows`. */
export type LeadTable =
  | 'leads'
  | 'call_logs'
  | 'reminders'
  | 'lead_notes'
  | 'lead_messages'
  | 'lead_events'
  | 'notifications'
  | 'lead_totals'
  | 'lead_days'
  | 'lead_status_days';

/** A condition on the assignee in `column`: the one place where the rule of visibility is written. */
function isSeen({ people, nobody }: Sight, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const [only, ...others] = people;
  // One person is compared as such: indexes that begin with the assignee then stay in the order behind it.
  const somebody =
    others.length === 0 ? sql`${column} = ${only ?? null}::uuid` : sql`${column} = ANY(${people}::uuid[])`;
  return nobody ? sql`(${column} IS NULL OR ${somebody})` : somebody;
}

type Place = { schema: string; timeZone: string };

/** The rows of a table that somebody with this sight may see: a table, or a query in brackets; the reader gives it a name. */
export function visibleRows(
  { schema, timeZone }: Place,
  table: keyof ClientTables,
  sight: Sight | null,
): RawBuilder<unknown> {
  const stored = sql.id(schema, table);
  if (!sight) return stored;
  const leads = sql.id(schema, 'leads');
  const ofLead = sql`EXISTS (SELECT 1 FROM ${leads} l WHERE l.id = s.lead_id AND ${isSeen(sight, sql`l.assigned_to`)})`;
  switch (table) {
    case 'leads':
    case 'lead_totals':
      return sql`(SELECT s.* FROM ${stored} s WHERE ${isSeen(sight, sql`s.assigned_to`)})`;
    // The days of a company do not know assignees.
    case 'lead_days':
      return sql`(SELECT (s.created_at AT TIME ZONE ${timeZone})::date AS day, s.is_archived, s.is_duplicate, count(*) AS leads
        FROM ${leads} s WHERE s.deleted_at IS NULL AND ${isSeen(sight, sql`s.assigned_to`)} GROUP BY 1, 2, 3)`;
    case 'lead_status_days':
      throw new Error('The statuses of a day are known of a whole company alone.');
    case 'call_logs':
    case 'reminders':
    case 'lead_notes':
    case 'lead_messages':
    case 'lead_events':
      return sql`(SELECT s.* FROM ${stored} s WHERE ${ofLead})`;
    case 'notifications':
      return sql`(SELECT s.* FROM ${stored} s WHERE s.lead_id IS NULL OR ${ofLead})`;
    default:
      return stored;
  }
}
