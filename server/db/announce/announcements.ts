import pg from 'pg';
import { MOST_LEADS_TOLD } from '#shared/protocol/events.ts';
import type { RowKind } from '#shared/protocol/row-kinds.ts';

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
  /** A phone call of a client rings, was answered or has ended, which concerns these users. */
  | { type: 'phone_call'; clientId: string; id: string; users: readonly string[] }
  /** A release has changed the database schema. */
  | { type: 'migrated' }
  /**
   * The process `from` has counted requests: the rate limit, the caller (id or digest), and the count for
   * each.
   */
  | { type: 'counted'; from: string; counts: readonly (readonly [string, string, number])[] }
  /** The connection was lost for a while; announcements in that time were missed. */
  | { type: 'missed' };

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
    return ['changed', 'due', 'phone_call', 'migrated', 'counted'].includes(said.type) ? said : undefined;
  } catch {
    return undefined;
  }
}
