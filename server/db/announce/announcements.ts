import pg from 'pg';
import { MOST_LEADS_TOLD } from '#shared/events.ts';
import type { RowKind } from '#shared/row-kinds.ts';

/**
 * The database's only channel. Anyone who can connect can listen, so it carries nothing but ids and kinds of
 * rows.
 */
export const CHANNEL = 'lms_changes';

/** Rows written together. */
export type Change = {
  kinds: readonly RowKind[];
  /** The browser tab whose request wrote them. */
  tab?: string | undefined;
  /** The only leads that changed, or whose rows did; absent if there may be others. */
  leads?: readonly string[] | undefined;
};

/** A message from one process to all processes, itself included, through PostgreSQL. */
export type Announcement =
  | ({ type: 'changed'; clientId: string; from?: string } & Change)
  /** This user has a notification waiting. */
  | { type: 'due'; userId: string }
  /** A release has changed the database schema. */
  | { type: 'migrated' }
  /**
   * The process `from` has counted requests: the rate limit, the caller (id or digest), and the count for
   * each.
   */
  | { type: 'counted'; from: string; counts: readonly (readonly [string, string, number])[] }
  /** The connection was lost for a while; announcements in that time were missed. */
  | { type: 'missed' };

/** Tables whose rows a page shows; other tables never change without one of these. */
const KINDS_OF: Readonly<Record<string, RowKind | readonly RowKind[]>> = {
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
};

const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+"\w+"\."(\w+)"/gi;
const MAX_TEXTS = 5000;
const texts = new Map<string, readonly RowKind[]>();

/**
 * The kinds of rows that a statement writes, derived from its text so that no write can forget to announce
 * them.
 */
export function writtenKinds(text: string): readonly RowKind[] {
  const known = texts.get(text);
  if (known) return known;
  const tables = [...text.matchAll(WRITTEN)].flatMap(([, table = '']) => KINDS_OF[table]);
  const kinds = [...new Set(tables.filter((kind) => kind !== undefined))];
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, kinds);
  return kinds;
}

/** Merges two changes of one tab. */
function together(first: Change | undefined, { kinds, tab, leads }: Change): Change {
  if (!first) return { kinds, tab, leads };
  const all = first.leads && leads && [...new Set([...first.leads, ...leads])];
  return {
    kinds: [...new Set([...first.kinds, ...kinds])],
    tab,
    leads: all && all.length <= MOST_LEADS_TOLD ? all : undefined,
  };
}

/** Changes that have not been announced yet, by client and tab. */
export type Written = Map<string, { clientId: string; change: Change }>;

/** Adds a change to earlier ones of the same client and tab. */
export function addTo(written: Written, clientId: string, change: Change): void {
  const key = `${clientId} ${change.tab ?? ''}`;
  written.set(key, { clientId, change: together(written.get(key)?.change, change) });
}

/** The statement with which the process `from` announces these changes; undefined if there are none. */
export function announcing(written: Written, from: string): string | undefined {
  const payloads = [...written.values()].map(({ clientId, change }) =>
    pg.escapeLiteral(JSON.stringify({ type: 'changed', clientId, ...change, from } satisfies Announcement)),
  );
  if (payloads.length === 0) return undefined;
  return `SELECT pg_catalog.pg_notify('${CHANNEL}', payload) FROM unnest(ARRAY[${payloads.join(', ')}]) payload`;
}

/** The announcement in a payload; undefined when another program has sent the payload. */
export function readAnnouncement(payload: string | undefined): Announcement | undefined {
  try {
    const said = JSON.parse(payload ?? '') as Announcement;
    return ['changed', 'due', 'migrated', 'counted'].includes(said.type) ? said : undefined;
  } catch {
    return undefined;
  }
}
