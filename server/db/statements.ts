import type { RowKind } from '#shared/protocol/row-kinds.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** A statement as the driver knows it from its text. */
export type Statement = {
  /** The text to send: for a DECLARE, the query whose rows its `portal` fetches. */
  text: string;
  portal?: string | undefined;
  /** The name to prepare it by, from its second use: hot queries become three times as fast. */
  name: string | undefined;
  isWrite: boolean;
  /** The kinds of rows it writes, so that no write can forget to announce them. */
  kinds: readonly RowKind[];
  /** The role that the rest of the transaction acts as. */
  localRole: string | undefined;
  /** The time limit it sets for the transaction, in milliseconds. */
  limit: number | undefined;
};

/** The kinds of rows that a page shows, by table; null for tables that never change without one of those. */
const KINDS_OF: Readonly<Record<keyof ClientTables, RowKind | readonly RowKind[] | null>> = {
  leads: 'leads',
  call_logs: 'calls',
  reminders: 'reminders',
  lead_notes: 'notes',
  lead_messages: 'messages',
  message_templates: 'templates',
  notifications: 'notifications',
  products: 'products',
  product_categories: 'products',
  operations: 'operations',
  configurations: 'fields',
  webhooks: 'webhooks',
  webhook_deliveries: 'deliveries',
  source_deliveries: 'sources',
  distribution_rules: 'distribution',
  targets: 'targets',
  // A covering colleague sees the leads and follow-ups of the absent user.
  absences: ['distribution', 'leads', 'reminders', 'notifications'],
  source_costs: 'costs',
  members: null,
  lead_totals: null,
  lead_days: null,
  lead_status_days: null,
  lead_events: null,
  lead_imports: null,
  lead_views: null,
  lead_view_choices: null,
  operation_leads: null,
  idempotency_keys: null,
  source_leads: null,
  // Told to those whom a call concerns, by an announcement of its own.
  phone_calls: null,
  distribution_turns: null,
  distribution_holds: null,
};

const WRITES = /\b(?:insert|update|delete|merge|truncate)\b/i;
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+"\w+"\."(\w+)"/gi;
/**
 * Never prepared: the best plan of a text search or JSON lookup depends on the term, which a prepared plan
 * ignores, and temporary tables come and go.
 */
const UNPREPARED = /\b(?:like|pg_temp|TEMP)\b|@>/i;
const DECLARE = /^DECLARE "(\w+)" NO SCROLL CURSOR FOR (.*)$/s;
const OWN_LIMIT = /^SET LOCAL statement_timeout = '(\d+)s'$/;
const LOCAL_ROLE = /^SET LOCAL ROLE "(\w+)"$/;

const MOST = 5000;
const known = new Map<string, { read: Statement; uses: number }>();
let counter = 0;

/** Reads a statement's text, once: nothing else of the product looks for meaning in SQL. */
export function readStatement(sent: string): Statement {
  const found = known.get(sent);
  if (found) {
    found.uses += 1;
    found.read.name ??= UNPREPARED.test(sent) ? undefined : `s${(counter += 1)}`;
    return found.read;
  }
  if (known.size >= MOST)
    for (const [old, entry] of known) {
      if (entry.uses === 0) known.delete(old);
      else entry.uses = 0;
      if (known.size < MOST) break;
    }
  const [, portal, text = sent] = DECLARE.exec(sent) ?? [];
  const seconds = OWN_LIMIT.exec(sent)?.[1];
  const read = {
    text,
    portal,
    name: undefined,
    isWrite: WRITES.test(sent),
    kinds: kindsOf(sent),
    localRole: LOCAL_ROLE.exec(sent)?.[1],
    limit: seconds ? 1000 * Number(seconds) : undefined,
  };
  known.set(sent, { read, uses: 0 });
  return read;
}

function kindsOf(text: string): readonly RowKind[] {
  const byTable: Readonly<Record<string, RowKind | readonly RowKind[] | null>> = KINDS_OF;
  const kinds = [...text.matchAll(WRITTEN)].flatMap(([, table = '']) => byTable[table] ?? []);
  return [...new Set(kinds)];
}
