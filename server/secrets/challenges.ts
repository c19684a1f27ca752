import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Minutes within which a challenge must be answered. */
export const CHALLENGE_MINUTES = 5;
const NONCE_BYTES = 16;
const DUE_BYTES = 4;

/**
 * A challenge for a passkey that carries its own expiry date and seal, so that nothing is stored until it is
 * answered. `purpose` names what the answer may be used for, and by whom.
 */
export function newChallenge(key: string, purpose: string, now = Date.now()): string {
  const claim = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(DUE_BYTES)]);
  claim.writeUInt32BE(Math.floor(now / 1000) + CHALLENGE_MINUTES * 60, NONCE_BYTES);
  return Buffer.concat([claim, sealOf(key, purpose, claim)]).toString('base64url');
}

/** Whether the challenge was made here for this purpose and has not expired. */
export function isChallenge(key: string, purpose: string, challenge: string, now = Date.now()): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const claim = bytes.subarray(0, NONCE_BYTES + DUE_BYTES);
  const seal = bytes.subarray(NONCE_BYTES + DUE_BYTES);
  const due = sealOf(key, purpose, claim);
  if (claim.length < NONCE_BYTES + DUE_BYTES || seal.length !== due.length) return false;
  return timingSafeEqual(seal, due) && claim.readUInt32BE(NONCE_BYTES) * 1000 > now;
}

const sealOf = (key: string, purpose: string, claim: Buffer) =>
  createHmac('sha256', key).update(`passkey challenge for ${purpose} `).update(claim).digest();
