import { TooManyRequests } from '#server/errors.ts';

/** Uploads of one client under way at once; the next one is told to come back. */
const MOST_PER_CLIENT = 6;
const RETRY_SECONDS = 10;

const underWay = new Map<string, number>();

/**
 * A place for an upload of this client, given back by the function that is answered: whoever sends a byte at a time holds
 * places of the own client alone. Throws TooManyRequests.
 */
export function uploadPlace(clientId: string): () => void {
  const held = underWay.get(clientId) ?? 0;
  if (held >= MOST_PER_CLIENT) {
    throw new TooManyRequests('Other imports are running. Please try again in a few seconds.', RETRY_SECONDS);
  }
  underWay.set(clientId, held + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (underWay.get(clientId) ?? 1) - 1;
    if (left > 0) underWay.set(clientId, left);
    else underWay.delete(clientId);
  };
}
