import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** The leads that a user sees within a client; null means the whole company's. */
export type Sight = {
  /** The users whose leads are visible: the user, or a team. */
  people: readonly string[];
  /** Whether unassigned leads are visible too. */
  nobody: boolean;
  /** Whether to hint that a colleague already works with the same person. */
  hints: boolean;
};

/**
 * The rows of each table that a user with restricted sight may read. Every new table must be listed here, so
 * none becomes readable by omission.
 */
const RULES = {
  members: 'all',
  leads: 'of assignee',
  lead_totals: 'of assignee',
  lead_days: 'counted',
  lead_status_days: 'none',
  call_logs: 'of lead',
  reminders: 'of lead',
  lead_notes: 'of lead',
  lead_messages: 'of lead',
  lead_events: 'of lead',
  notifications: 'of lead if any',
  products: 'all',
  product_categories: 'all',
  idempotency_keys: 'all',
  lead_imports: 'all',
  operations: 'all',
  operation_leads: 'all',
  lead_views: 'all',
  lead_view_choices: 'all',
  configurations: 'all',
  message_templates: 'all',
  webhooks: 'all',
  webhook_deliveries: 'all',
  source_deliveries: 'all',
  source_leads: 'all',
  // Calls have readers of their own: the agent, and those who see one of the leads (`phone-calls.queries.ts`).
  phone_calls: 'all',
  distribution_rules: 'all',
  distribution_turns: 'all',
  distribution_holds: 'all',
  absences: 'all',
  targets: 'all',
  source_costs: 'all',
} as const satisfies Record<keyof ClientTables, string>;
type Rules = typeof RULES;

/** Tables with rows about leads: they can be read only through `visibleRows`. */
export type LeadTable = { [T in keyof Rules]: Rules[T] extends 'all' ? never : T }[keyof Rules];

/** Whether a lead with this assignee is visible: the rule of `isSeen`, for leads that were read before. */
export function sees(sight: Sight | null, assignee: string | null): boolean {
  if (!sight) return true;
  return assignee === null ? sight.nobody : sight.people.includes(assignee);
}

/** A condition on the assignee in `column`: the only definition of the visibility rule in SQL. */
function isSeen({ people, nobody }: Sight, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const [only, ...others] = people;
  // A single user is compared with `=`, so that indexes starting with the assignee keep their order.
  const somebody =
    others.length === 0 ? sql`${column} = ${only ?? null}::uuid` : sql`${column} = ANY(${people}::uuid[])`;
  return nobody ? sql`(${column} IS NULL OR ${somebody})` : somebody;
}

type Place = { schema: string; timeZone: string };

/**
 * The rows of a table visible with this sight: a table, or a query in parentheses, which the reader must
 * alias.
 */
export function visibleRows(
  { schema, timeZone }: Place,
  table: keyof ClientTables,
  sight: Sight | null,
): RawBuilder<unknown> {
  const stored = sql.id(schema, table);
  if (!sight) return stored;
  const leads = sql.id(schema, 'leads');
  const ofLead = sql`EXISTS (SELECT 1 FROM ${leads} l WHERE l.id = s.lead_id AND ${isSeen(sight, sql`l.assigned_to`)})`;
  switch (RULES[table]) {
    case 'all':
      return stored;
    case 'of assignee':
      return sql`(SELECT s.* FROM ${stored} s WHERE ${isSeen(sight, sql`s.assigned_to`)})`;
    case 'of lead':
      return sql`(SELECT s.* FROM ${stored} s WHERE ${ofLead})`;
    case 'of lead if any':
      return sql`(SELECT s.* FROM ${stored} s WHERE s.lead_id IS NULL OR ${ofLead})`;
    // A company's counts by day have no assignee.
    case 'counted':
      return sql`(SELECT (s.created_at AT TIME ZONE ${timeZone})::date AS day, s.is_archived, s.is_duplicate, count(*) AS leads
        FROM ${leads} s WHERE s.deleted_at IS NULL AND ${isSeen(sight, sql`s.assigned_to`)} GROUP BY 1, 2, 3)`;
    case 'none':
      throw new Error(`${table} is known of a whole company only.`);
  }
}
