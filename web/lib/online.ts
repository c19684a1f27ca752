/** Milliseconds between two checks for the server, and the timeout of one. */
const AGAIN = 2000;
const PATIENCE = 5000;
/** A small file on the page's own server. */
const PROBE = '/offline.html';

let online = true;
let looking: Promise<boolean> | undefined;
const followers = new Set<(isOnline: boolean) => void>();

function setOnline(isOnline: boolean): void {
  if (online === isOnline) return;
  online = isOnline;
  followers.forEach((follower) => follower(isOnline));
}

/** Starts following the browser's online and offline events. */
export function watchNetwork(): void {
  setOnline(navigator.onLine);
  addEventListener('online', () => setOnline(true));
  addEventListener('offline', () => setOnline(false));
}

/** Whether the server is reachable, to the page's knowledge. */
export const isOnline = () => online;

/** Notifies of every change. Returns a function that stops this. */
export function followOnline(follower: (isOnline: boolean) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Resolves when the server is reachable; at once unless the page knows otherwise. */
export const whenOnline = () => when(true);

/** Resolves when the server is unreachable. */
const whenOffline = () => when(false);

/**
 * The outcome of a call, or undefined if it cannot arrive because there is no connection. A refusal by the page
 * itself is an outcome: its promise settles within the task.
 */
export const orOffline = <T>(outcome: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    outcome,
    new Promise<void>((resolve) => void setTimeout(resolve)).then(whenOffline).then(() => undefined),
  ]);

function when(wanted: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (online === wanted) return resolve();
    const stop = followOnline(() => {
      stop();
      resolve();
    });
  });
}

/**
 * Checks whether the server is reachable, after a call without a response. While it is not, the page counts
 * as offline and checks again. The browser itself reports when its network goes away or returns.
 */
export async function checkOnline(): Promise<boolean> {
  looking ??= reach().finally(() => (looking = undefined));
  const isReached = await looking;
  setOnline(isReached);
  // No second timer while a check is scheduled, and none while the browser itself reports being offline.
  if (!isReached && navigator.onLine) lookSoon();
  return isReached;
}

let next: ReturnType<typeof setTimeout> | undefined;

function lookSoon(): void {
  next ??= setTimeout(() => {
    next = undefined;
    void checkOnline();
  }, AGAIN);
}

async function reach(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const options: RequestInit = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) };
  return await fetch(PROBE, options).then(
    ({ ok }) => ok,
    () => false,
  );
}
