import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does work in the name of a request, whose id `currentRequestId` then answers wherever the work leads. */
export function inRequest<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The id of the request that this code works for; undefined for work that no request has asked for. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
