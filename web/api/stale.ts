import { focusManager } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Endpoint } from '#shared/endpoint.ts';
import { leadHistory } from '#shared/lead-history.ts';
import { leadPage } from '#shared/lead-page.ts';
import { leads } from '#shared/leads.ts';
import type { RowKind } from '#shared/row-kinds.ts';

/**
 * The calls whose answers show rows of a kind: first path segments, or single paths. Reports count everything, and are read
 * again by the minute.
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

/** Numbers beside the work: nobody waits for them. */
const FIGURES = new Set<string>([
  'dashboard',
  'targets',
  'lead-views',
  'notifications',
  leads.neighbours.path,
]);
/** Milliseconds until figures follow a change, and between two readings of figures. */
const FIGURES_AFTER = 5000;
const FIGURES_BETWEEN = 15_000;
/** Milliseconds after which somebody who leaves a screen has left. */
const LEFT = 1000;

/** Calls about the lead that their parameter `id` names. */
const OF_LEAD = new Set<string>([leads.get.path, leadPage.get.path, leadHistory.list.path]);

/** The answers that a change makes stale, and the only leads that it concerns, where these are known. */
export type Stale = { shownIn: readonly string[]; leads?: readonly string[] | undefined };

export const EVERYTHING: Stale = { shownIn: [...new Set(Object.values(SHOWN_IN).flat())] };

/** Where rows of these kinds are shown; a kind of a newer server is shown nowhere. */
export function shownIn(kinds: readonly RowKind[]): readonly string[] {
  return kinds.flatMap((kind) => SHOWN_IN[kind] ?? []);
}

/** Where rows are shown that a call writes: below its own address, and of the kinds that it changes. */
export function staleAfter({ path, changes }: Endpoint): readonly string[] {
  const own = path.split('/')[1] ?? '';
  // The kinds of rows that hang on a lead say more precisely where they are shown.
  const beside = own === 'leads' && changes ? [] : [own];
  return [...beside, ...(SHOW_TOO[own] ?? []), ...shownIn(changes ?? [])];
}

/** The lead that an answer is about; undefined for lists. */
function leadOf([, , , path, input]: QueryKey): string | undefined {
  const { params, query } = (input ?? {}) as { params?: { id?: string }; query?: { lead_id?: string } };
  return OF_LEAD.has(String(path)) ? params?.id : query?.lead_id;
}

const isFigure = (key: QueryKey) => FIGURES.has(String(key[2])) || FIGURES.has(String(key[3]));

/** Whether an answer is one of these; `what` chooses figures, or all the others. */
function isStale(key: QueryKey, { shownIn: places, leads: only }: Stale, what: 'figures' | 'rows') {
  const [segment, path] = [String(key[2]), String(key[3])];
  const lead = leadOf(key);
  return (
    (what === 'figures') === isFigure(key) &&
    (places.includes(segment) || places.includes(path)) &&
    !(lead && only && !only.includes(lead))
  );
}

/** When figures on the screen are read again, and when they were read last. */
type Clock = { timer?: ReturnType<typeof setTimeout> | undefined; last: number };
const clocks = new WeakMap<QueryClient, Clock>();

type Cached = { queryKey: QueryKey; state: { isInvalidated: boolean } };

/** Reads answers on the screen again that are still marked as stale. */
function readMarked(queries: QueryClient, isWanted: (key: QueryKey) => boolean): void {
  // A page in the background reads when it is looked at.
  if (!focusManager.isFocused()) return;
  const predicate = ({ queryKey, state }: Cached) => state.isInvalidated && isWanted(queryKey);
  void queries.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
}

/** Marks figures as stale, and reads those on the screen again a little later, once for all changes until then. */
export function figuresFollow(queries: QueryClient, stale: Stale): void {
  const predicate = ({ queryKey }: Cached) => isStale(queryKey, stale, 'figures');
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  const clock = clocks.get(queries) ?? { last: 0 };
  clocks.set(queries, clock);
  const read = () => {
    clock.timer = undefined;
    clock.last = Date.now();
    readMarked(queries, isFigure);
  };
  clock.timer ??= setTimeout(read, Math.max(FIGURES_AFTER, clock.last + FIGURES_BETWEEN - Date.now()));
}

/** Marks answers with rows as stale, and reads those on the screen again; a page in the background reads when it is looked at. */
export async function readAgain(queries: QueryClient, stale: Stale): Promise<void> {
  figuresFollow(queries, stale);
  const predicate = ({ queryKey }: Cached) => isStale(queryKey, stale, 'rows');
  const refetchType = focusManager.isFocused() ? 'active' : 'none';
  await queries.invalidateQueries({ predicate, refetchType });
}

/** The same for somebody who leaves the screen: the next screen reads what it shows, and what stays is read when the screen is there. */
export function readWhenLeft(queries: QueryClient, stale: Stale): void {
  figuresFollow(queries, stale);
  const isRow = (key: QueryKey) => isStale(key, stale, 'rows');
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isRow(queryKey), refetchType: 'none' });
  setTimeout(() => readMarked(queries, isRow), LEFT);
}
