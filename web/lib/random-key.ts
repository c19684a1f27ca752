/**
 * Returns a random key of 128 bits. `crypto.randomUUID` only exists on secure origins; this also works on a
 * plain LAN address.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
