import { focusManager } from '@tanstack/react-query';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadPage } from '#shared/leads/lead-page.ts';
import { leads } from '#shared/leads/leads.ts';
import type { RowKind } from '#shared/protocol/row-kinds.ts';

/**
 * The calls whose responses show rows of a kind: first path segments, or single paths. Reports include
 * everything, and are reloaded every minute.
 */
const SHOWN_IN: Record<RowKind, readonly string[]> = {
  leads: ['leads', 'lead-views', 'reminders', 'dashboard', 'targets'],
  calls: ['call-logs', 'leads', 'dashboard', 'targets'],
  reminders: ['reminders', 'leads', 'dashboard', 'notifications'],
  notes: [leadHistory.list.path, leadPage.get.path],
  messages: [leadHistory.list.path, leadPage.get.path],
  templates: ['message-templates'],
  notifications: ['notifications'],
  products: ['products', 'product-categories', 'dashboard'],
  operations: ['operations'],
  webhooks: ['webhooks'],
  deliveries: ['webhooks'],
  sources: ['sources'],
  distribution: ['distribution', 'absences'],
  targets: ['targets'],
  costs: ['reports'],
  fields: ['configurations', 'leads', 'reminders', 'dashboard', 'reports'],
};

/** Lists of accounts that also show rows written under another address. */
const SHOW_TOO: Record<string, readonly string[]> = {
  clients: ['users', 'api-keys', 'service-tokens', 'roles'],
  users: ['clients', 'roles', 'distribution', 'targets'],
};

/** Numbers beside the work, for which nobody waits unless they have set them. */
const FIGURES = new Set<string>(['dashboard', 'targets', 'notifications', leads.neighbours.path]);
/** The same after colleagues' changes only: a dozen totals, which show the user's own changes at once. */
const OTHERS_FIGURES = new Set(['lead-views']);
/** Milliseconds until figures are reloaded after a change, and between two reloads. */
const FIGURES_AFTER = 5000;
const FIGURES_BETWEEN = 15_000;
/** Milliseconds after which a user who is leaving a screen has left. */
const LEFT = 1000;

/** Calls about the lead that their parameter `id` names. */
const OF_LEAD = new Set<string>([leads.get.path, leadPage.get.path, leadHistory.list.path]);

/**
 * The responses that a change makes stale, and the only leads concerned, if known. `written`: the first path segment
 * of the user's own call, absent for colleagues' changes. Whoever sets figures themselves waits for these.
 */
export type Stale = {
  shownIn: readonly string[];
  leads?: readonly string[] | undefined;
  written?: string | undefined;
};

export const EVERYTHING: Stale = { shownIn: [...new Set(Object.values(SHOWN_IN).flat())] };

/** Where rows of these kinds are shown; kinds of a newer server are shown nowhere. */
export function shownIn(kinds: readonly RowKind[]): readonly string[] {
  return kinds.flatMap((kind) => SHOWN_IN[kind] ?? []);
}

/** Where the rows written by a call are shown: below its own path, and by the kinds it changes. */
export function staleAfter({ path, changes }: Pick<Endpoint, 'path' | 'changes'>): readonly string[] {
  const own = path.split('/')[1] ?? '';
  // The kinds of rows that belong to a lead say more precisely where they are shown.
  const beside = own === 'leads' && changes ? [] : [own];
  return [...beside, ...(SHOW_TOO[own] ?? []), ...shownIn(changes ?? [])];
}

/** The lead that a response is about; undefined for lists. */
function leadOf([, , , path, input]: QueryKey): string | undefined {
  const { params, query } = (input ?? {}) as { params?: { id?: string }; query?: { lead_id?: string } };
  return OF_LEAD.has(String(path)) ? params?.id : query?.lead_id;
}

const isFigure = (key: QueryKey) => FIGURES.has(String(key[2])) || FIGURES.has(String(key[3]));
const isOthersFigure = (key: QueryKey) => isFigure(key) || OTHERS_FIGURES.has(String(key[2]));

/** Whether a response is stale; `what` selects figures, or all others. */
function isStale(key: QueryKey, { shownIn: places, leads: only }: Stale, what: 'figures' | 'rows') {
  const [segment, path] = [String(key[2]), String(key[3])];
  const lead = leadOf(key);
  return (
    (what === 'figures') === isFigure(key) &&
    (places.includes(segment) || places.includes(path)) &&
    !(lead && only && !only.includes(lead))
  );
}

/** When figures on the screen will be reloaded, and when they last were. */
type Clock = { timer?: ReturnType<typeof setTimeout> | undefined; last: number };
const clocks = new WeakMap<QueryClient, Clock>();

type Cached = { queryKey: QueryKey; state: { isInvalidated: boolean } };

/** Reloads responses on the screen that are still marked as stale. */
function readMarked(queries: QueryClient, isWanted: (key: QueryKey) => boolean): void {
  // A page in the background reloads when it becomes visible.
  if (!focusManager.isFocused()) return;
  const predicate = ({ queryKey, state }: Cached) => state.isInvalidated && isWanted(queryKey);
  void queries.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
}

/** Marks figures as stale and reloads those on the screen a little later, once for all changes until then. */
export function figuresFollow(queries: QueryClient, stale: Stale): void {
  const predicate = ({ queryKey }: Cached) => isStale(queryKey, stale, 'figures');
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  const clock = clocks.get(queries) ?? { last: 0 };
  clocks.set(queries, clock);
  const read = () => {
    clock.timer = undefined;
    clock.last = Date.now();
    readMarked(queries, isOthersFigure);
  };
  clock.timer ??= setTimeout(read, Math.max(FIGURES_AFTER, clock.last + FIGURES_BETWEEN - Date.now()));
}

/** Marks responses as stale. Those with rows are reloaded after the next change, or when they are opened. */
export function markStale(queries: QueryClient, stale: Stale): void {
  figuresFollow(queries, stale);
  const predicate = ({ queryKey }: Cached) => isStale(queryKey, stale, 'rows');
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
}

/** Reads with rows that have begun and returned nothing yet: the cache would take their answers as new. */
function firstReads(queries: QueryClient, stale: Stale): Set<string> {
  const isFirst = ({ queryKey, state }: Query) =>
    state.data === undefined && state.fetchStatus === 'fetching' && isStale(queryKey, stale, 'rows');
  const begun = queries.getQueryCache().findAll({ type: 'active', predicate: isFirst });
  return new Set(begun.map(({ queryHash }) => queryHash));
}

/**
 * Marks responses as stale and reloads those with rows that are on the screen, and those that were being loaded for the
 * first time, whose answer may be older than the change. A page in the background reloads when it becomes
 * visible.
 */
export async function readAgain(queries: QueryClient, stale: Stale): Promise<void> {
  const begun = firstReads(queries, stale);
  markStale(queries, stale);
  if (!focusManager.isFocused()) return;
  const waits = stale.written === undefined ? isOthersFigure : isFigure;
  const predicate = ({ queryKey, state }: Cached) =>
    state.isInvalidated && (!waits(queryKey) || queryKey[2] === stale.written);
  await queries.refetchQueries({ type: 'active', predicate });
  if (begun.size === 0) return;
  await queries.refetchQueries({ type: 'active', predicate: ({ queryHash }) => begun.has(queryHash) });
}

/**
 * Like `readAgain`, for a user who is leaving the screen: the next screen loads what it shows, and what stays
 * on it is reloaded afterwards.
 */
export function readWhenLeft(queries: QueryClient, stale: Stale): void {
  markStale(queries, stale);
  setTimeout(() => readMarked(queries, (key) => !isFigure(key)), LEFT);
}
