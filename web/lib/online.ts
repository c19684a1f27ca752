/** Milliseconds between two looks for the server, and until one is given up. */
const AGAIN = 2000;
const PATIENCE = 5000;
/** A small file of the page's own server. */
const PROBE = '/offline.html';

let online = true;
let looking: Promise<boolean> | undefined;
const followers = new Set<(isOnline: boolean) => void>();

function setOnline(isOnline: boolean): void {
  if (online === isOnline) return;
  online = isOnline;
  followers.forEach((follower) => follower(isOnline));
}

/** From now on the browser tells when its network goes and comes. */
export function watchNetwork(): void {
  setOnline(navigator.onLine);
  addEventListener('online', () => setOnline(true));
  addEventListener('offline', () => setOnline(false));
}

/** Whether the server can be reached, as far as this page knows. */
export const isOnline = () => online;

/** Tells of every change; the returned function ends that. */
export function followOnline(follower: (isOnline: boolean) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** Resolves when the server can be reached, at once where the page knows nothing else. */
export const whenOnline = () => when(true);

/** Resolves when the server cannot be reached. */
export const whenOffline = () => when(false);

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
 * Looks whether the server can be reached, after a call without an answer. While it cannot, the page counts as offline
 * and looks again; the browser itself tells when its network goes and comes.
 */
export async function checkOnline(): Promise<boolean> {
  looking ??= reach().finally(() => (looking = undefined));
  const isReached = await looking;
  setOnline(isReached);
  // No second clock for a page that looks already, and none while the browser knows better.
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
