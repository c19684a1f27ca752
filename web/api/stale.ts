import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#shared/endpoint.ts';
import type { RowKind } from '#shared/row-kinds.ts';

/** First path segments of the calls whose answers show rows of a kind. */
const SHOWN_IN: Record<RowKind, readonly string[]> = {
  leads: ['leads', 'reminders', 'dashboard'],
  calls: ['call-logs', 'leads', 'dashboard'],
  reminders: ['reminders', 'leads', 'dashboard'],
  products: ['products', 'product-categories', 'dashboard'],
  operations: ['operations'],
  fields: ['configurations', 'leads', 'reminders', 'dashboard'],
};

export const EVERYTHING: readonly string[] = [...new Set(Object.values(SHOWN_IN).flat())];

/** Where rows of these kinds are shown; a kind of a newer server is shown nowhere. */
export function shownIn(kinds: readonly RowKind[]): readonly string[] {
  return kinds.flatMap((kind) => SHOWN_IN[kind] ?? []);
}

/** What a write makes stale: what its own address shows, and what shows the rows that it changes. */
export function staleAfter({ path, changes = [] }: Endpoint): readonly string[] {
  return [path.split('/')[1] ?? '', ...shownIn(changes)];
}

/** Marks what is below these first path segments as stale, and reads again what of it is on the screen (or nothing yet). */
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
