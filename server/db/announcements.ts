import pg from 'pg';
import type { RowKind } from '#shared/row-kinds.ts';
import { clientIdOf } from '#server/db/client-role.ts';

/** The one channel of a database. Everybody who may connect to it can listen: only ids and kinds of rows go over it. */
export const CHANNEL = 'lms_changes';

/** A message from one process to all processes, itself included, through PostgreSQL. */
export type Announcement =
  | { type: 'changed'; clientId: string; kinds: RowKind[]; from?: string }
  /** Something is waiting to be shown to this user. */
  | { type: 'due'; userId: string }
  /** A release has changed the shape of the database. */
  | { type: 'migrated' }
  /**
   * The process `from` has counted requests: the rate, the caller by id or digest, and the amount of each.
   */
  | { type: 'counted'; from: string; counts: readonly (readonly [string, string, number])[] }
  /** The connection was lost for a while: announcements of that time have not been heard. */
  | { type: 'missed' };

/** Tables whose rows a page shows; the others never change alone. */
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
  // A covering person sees leads and follow-ups of the absent one.
  absences: ['distribution', 'leads', 'reminders', 'notifications'],
  source_costs: 'costs',
};

const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+"\w+"\."(\w+)"/gi;
const MAX_TEXTS = 5000;
const texts = new Map<string, readonly RowKind[]>();

/** The kinds of rows that a statement writes, told by its text, so that no write can forget to say so. */
export function writtenKinds(text: string): readonly RowKind[] {
  const known = texts.get(text);
  if (known) return known;
  const tables = [...text.matchAll(WRITTEN)].flatMap(([, table = '']) => KINDS_OF[table]);
  const kinds = [...new Set(tables.filter((kind) => kind !== undefined))];
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, kinds);
  return kinds;
}

/** Kinds of rows that have been written, by the role of the client they belong to. */
export type Written = Map<string, Set<RowKind>>;

/** The statement by which the process `from` announces these rows; undefined when there is nothing to say. */
export function announcing(
  written: Iterable<[string, ReadonlySet<RowKind>]>,
  from: string,
): string | undefined {
  const payloads = [...written].flatMap(([role, kinds]) => {
    const clientId = clientIdOf(role);
    if (!clientId || kinds.size === 0) return [];
    return [JSON.stringify({ type: 'changed', clientId, kinds: [...kinds], from } satisfies Announcement)];
  });
  if (payloads.length === 0) return undefined;
  const list = payloads.map((payload) => pg.escapeLiteral(payload)).join(', ');
  return `SELECT pg_catalog.pg_notify('${CHANNEL}', payload) FROM unnest(ARRAY[${list}]) payload`;
}

/** The announcement in a payload; undefined when another program has written the payload. */
export function readAnnouncement(payload: string | undefined): Announcement | undefined {
  try {
    const said = JSON.parse(payload ?? '') as Announcement;
    return ['changed', 'due', 'migrated', 'counted'].includes(said.type) ? said : undefined;
  } catch {
    return undefined;
  }
}
