import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#shared/endpoint.ts';
import type { RowKind } from '#shared/row-kinds.ts';

/** First path segments of the calls whose answers show rows of a kind. Reports count everything, and are read again by the minute. */
const SHOWN_IN: Record<RowKind, readonly string[]> = {
  leads: ['leads', 'lead-views', 'reminders', 'dashboard', 'targets'],
  calls: ['call-logs', 'leads', 'dashboard', 'targets'],
  reminders: ['reminders', 'leads', 'dashboard', 'notifications'],
  notes: ['leads'],
  messages: ['leads'],
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

/** Lists of accounts that show rows written below another address. */
const SHOW_TOO: Record<string, readonly string[]> = {
  clients: ['users', 'api-keys', 'service-tokens', 'roles'],
  users: ['clients', 'roles', 'distribution', 'targets'],
};

export const EVERYTHING: readonly string[] = [...new Set(Object.values(SHOWN_IN).flat())];

/** First path segments of the answers with rows of these kinds; a kind of a newer server is in none. */
export function shownIn(kinds: readonly RowKind[]): readonly string[] {
  return kinds.flatMap((kind) => SHOWN_IN[kind] ?? []);
}

/** The answers that a write makes stale: those below its own address, and those with the rows that it changes. */
export function staleAfter({ path, changes = [] }: Endpoint): readonly string[] {
  const own = path.split('/')[1] ?? '';
  return [own, ...(SHOW_TOO[own] ?? []), ...shownIn(changes)];
}

/** Marks answers below these first path segments as stale, and reads those on the screen again (or none yet). */
export async function readAgain(
  queries: QueryClient,
  segments: readonly string[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  const stale = new Set(segments);
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => stale.has(String(queryKey[2])),
    refetchType,
  });
}
