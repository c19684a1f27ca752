import { ECDH, createECDH, hkdfSync } from 'node:crypto';

const CURVE = 'prime256v1';

/** The pair with which this installation identifies itself to push services (RFC 8292), as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The installation's pair, derived from its key like its other keys: the same in every process, and stored
 * nowhere.
 */
export function pushKeysOf(installationKey: string): PushKeys {
  const pair = createECDH(CURVE);
  for (let attempt = 0; ; attempt += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', installationKey, '', `push ${attempt}`, 32));
    try {
      pair.setPrivateKey(bytes);
    } catch {
      // One number in four billion is not a valid private key.
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}

/** Whether a browser's key is a point of the curve, with which a message can be encrypted. */
export function isPushPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, CURVE, 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
