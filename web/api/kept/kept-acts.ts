import type { QueryClient } from '@tanstack/react-query';
import type { KeptStore } from '#web/api/kept/kept-store.ts';
import { outboxOf, outlastsPage } from '#web/api/outbox.ts';
import type { Act } from '#web/api/outbox.ts';
import { KEPT } from '#web/lib/kept-database.ts';
import { isOnline } from '#web/lib/online.ts';
import { afterWrite } from '#web/api/cache/written.ts';

type Keeping = {
  queries: QueryClient;
  store: Pick<KeptStore, 'read' | 'write' | 'remove'>;
  owner: string;
  life: AbortSignal;
  writeDay: () => Promise<void>;
};

/**
 * Stores the changes that have no response yet and outlast their page. One tab of a browser does this; another
 * tab sends what a closed one has left. Returns a function that stops this.
 */
export function keepActs({ queries, store, owner, life, writeDay }: Keeping): () => void {
  const outbox = outboxOf(queries);
  const stop = new AbortController();
  let areKept = false;
  const write = async () => {
    const acts = outbox.unsent();
    if (acts.length > 0) await store.write(KEPT.acts, acts, life);
    else if (areKept) await store.remove(KEPT.acts);
    areKept = acts.length > 0;
    // The changes are stored first and the day second: if the page closes in between, only what it has shown
    // is lost.
    if (!isOnline()) await writeDay();
  };
  const takeLeft = async () => {
    const left = (await store.read(KEPT.acts).catch(() => undefined))?.value as Act[] | undefined;
    areKept = left !== undefined;
    const follow = (act: Act, data?: unknown) =>
      void afterWrite(queries, { ...act, data, isFollowed: outbox.isBusy });
    // An earlier release may have stored others.
    for (const act of (left ?? []).filter(outlastsPage)) {
      outbox.take(act).then(
        ({ data }) => follow(act, data),
        () => follow(act),
      );
    }
  };
  const hold = async () => {
    await takeLeft();
    outbox.keepWith(write);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
    outbox.keepWith(undefined);
  };
  // Giving up on the other tab is not a failure.
  if (navigator.locks)
    navigator.locks.request(`lms-acts ${owner}`, { signal: stop.signal }, hold).catch(() => undefined);
  else void hold();
  return () => stop.abort();
}

type Named = { id?: unknown; name?: unknown; lead?: { name?: unknown } };

/** The name of the lead that a change is about, if a response has it. */
export function nameIn(queries: QueryClient, input: unknown): string | undefined {
  const { params, body } = (input ?? {}) as { params?: { id?: string }; body?: { lead_id?: string } };
  const id = body?.lead_id ?? params?.id;
  let name: unknown;
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || name !== undefined) return;
    const row = value as Named;
    if (row.id === id) name = row.name ?? row.lead?.name;
    for (const part of Object.values(value)) look(part);
  };
  if (id) for (const { state } of queries.getQueryCache().getAll()) look(state.data);
  return typeof name === 'string' ? name : undefined;
}
