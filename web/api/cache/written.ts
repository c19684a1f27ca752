import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { Lead } from '#shared/leads/lead.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { mapRows } from '#web/api/cache/rows.ts';
import { markStale, readAgain, readWhenLeft, staleAfter } from '#web/api/cache/stale.ts';

type Row = { id: string; version: number };
type Loose = { params?: { id?: string }; body?: { lead_id?: string } };
/** The parts of a response by which rows are recognised. */
type Answered = Partial<Lead & Reminder> & { lead?: unknown; reminder?: unknown; completed?: unknown };

/** The input and the result of a call; without a result it is unknown what was written. */
export type Written = {
  endpoint: Pick<Endpoint, 'path' | 'changes'>;
  input?: unknown;
  data?: unknown;
  leaves?: boolean | undefined;
  /** Whether further changes are on their way: the response to the last one includes this one. */
  isFollowed?: boolean;
};

/**
 * Follows up a call that changed rows: the returned rows replace older ones in every cached response, and
 * what only the server knows is reloaded, once. Every write of the page ends here.
 */
export async function afterWrite(queries: QueryClient, call: Written): Promise<void> {
  const { endpoint, input, data, leaves, isFollowed } = call;
  for (const row of rowsOf(data)) putRow(queries, row);
  const lead = leadOf(endpoint, input as Loose | undefined, data as Answered | undefined);
  const written = endpoint.path.split('/')[1];
  const stale = { shownIn: staleAfter(endpoint), leads: lead ? [lead] : undefined, written };
  if (isFollowed) markStale(queries, stale);
  else if (leaves) readWhenLeft(queries, stale);
  else await readAgain(queries, stale);
}

/** The versioned rows in a response. */
function rowsOf(data: unknown): Row[] {
  const { lead, reminder, completed } = (data ?? {}) as Answered;
  return [data, lead, reminder, completed].filter(
    (one): one is Row => typeof one === 'object' && one !== null && 'version' in one && 'id' in one,
  );
}

/** The only lead that a call changed; undefined if there may be others, as after an undo. */
function leadOf(
  { path, changes }: Written['endpoint'],
  input: Loose | undefined,
  data: Answered | undefined,
): string | undefined {
  // An operation may have changed others, unless the response is the lead itself.
  if (changes?.includes('operations') && data?.version === undefined) return undefined;
  const named = path.startsWith('/leads/:id') ? input?.params?.id : input?.body?.lead_id;
  return named ?? data?.lead_id;
}

/** Puts a row into every cached response that shows an older version of it. */
export function putRow(queries: QueryClient, row: Row): void {
  for (const query of queries.getQueryCache().getAll()) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    const next = withRow(data, row);
    if (next === data) continue;
    // The other rows of the response are as old as before.
    query.setData(next, { updatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

/** The data with the older row replaced by the newer one; the same data if the row is not in it. */
function withRow<T>(data: T, row: Row): T {
  return mapRows(data, (found) => {
    const { id, version } = found as Partial<Row>;
    const isOlder = id === row.id && version !== undefined && version < row.version;
    return isOlder ? { ...found, ...row } : found;
  });
}

/** The ids of these leads that responses on the screen show. Each response is written out once for all ids. */
export function shownAmong(queries: QueryClient, ids: ReadonlySet<string>): string[] {
  if (ids.size === 0) return [];
  const shown = new Set<string>();
  for (const { state } of queries.getQueryCache().findAll({ type: 'active' })) {
    const text = JSON.stringify(state.data) ?? '';
    for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) if (ids.has(id)) shown.add(id);
  }
  return [...shown];
}
