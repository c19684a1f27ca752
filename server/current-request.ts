import { AsyncLocalStorage } from 'node:async_hooks';
import type { Change } from '#server/db/announce/announcements.ts';

type Current = {
  id: string;
  /** The browser tab that sent the request, if it named itself. */
  tab?: string | undefined;
  /** When the request arrived (`performance.now()`). */
  arrived: number;
  /** The only leads that the work changes; undefined until one has been named. */
  leads?: Set<string>;
};

const current = new AsyncLocalStorage<Current>();

/** Runs work on behalf of a request, which the functions below find from anywhere inside it. */
export function inRequest<T>(request: Omit<Current, 'leads'>, work: () => T): T {
  return current.run({ ...request }, work);
}

/** The id of the request that this code works for; undefined for work that no request has asked for. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

/** When the current request arrived (`performance.now()`); undefined for work that no request has asked for. */
export function currentRequestArrived(): number | undefined {
  return current.getStore()?.arrived;
}

/**
 * Notes that the current request changes this lead or what belongs to it, and no leads that are not noted.
 */
export function changesLead(id: string): void {
  const request = current.getStore();
  if (request) (request.leads ??= new Set()).add(id);
}

/** The tab whose request is changing rows, and the only leads it changes; no leads if there may be others. */
export function currentChange(): Omit<Change, 'kinds'> {
  const { tab, leads } = current.getStore() ?? {};
  return { tab, leads: leads && [...leads] };
}
