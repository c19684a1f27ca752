/**
 * Returns a random key of 128 bits. `crypto.randomUUID` only exists on secure origins; this also works on a
 * plain LAN address.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The idempotency keys of calls that may have to be sent again, by what they send. */
export type HeldKeys = Map<string, string>;

/** The key of a call: the same call again carries the same one, so that a lost answer does not repeat it. */
export function heldKey(keys: HeldKeys, call: string): string {
  const key = keys.get(call) ?? randomKey();
  keys.set(call, key);
  return key;
}
