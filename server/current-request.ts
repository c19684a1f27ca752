import { AsyncLocalStorage } from 'node:async_hooks';
import type { Change } from '#server/db/announce/announcements.ts';

type Current = {
  id: string;
  /** The browser tab that has sent the request, where it says so. */
  tab?: string | undefined;
  /** The only leads that the work changes; undefined as long as nobody has said so. */
  leads?: Set<string>;
};

const current = new AsyncLocalStorage<Current>();

/** Does work in the name of a request, which the functions below then answer wherever the work leads. */
export function inRequest<T>(request: Pick<Current, 'id' | 'tab'>, work: () => T): T {
  return current.run({ ...request }, work);
}

/** The id of the request that this code works for; undefined for work that no request has asked for. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** Says that the current request changes this lead, with all that hangs on it, and no lead but those it says so of. */
export function changesLead(id: string): void {
  const request = current.getStore();
  if (request) (request.leads ??= new Set()).add(id);
}

/** The tab that changes rows by the current request, and the leads that it changes unless there may be others. */
export function currentChange(): Omit<Change, 'kinds'> {
  const { tab, leads } = current.getStore() ?? {};
  return { tab, leads: leads && [...leads] };
}
