import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import type { FactorSetup } from '#shared/accounts/second-factor.ts';

const ISSUER = 'LMS';
/** Seconds for which an app shows a code. */
const PERIOD = 30;
/** Codes before and after the current one that count, for clocks that differ. */
const WINDOW = 1;
/** Letters and digits that are hard to mistake for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const totp = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, period: PERIOD, secret: Secret.fromBase32(secret) });

/** A new secret of an authenticator app, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The secret in the forms in which an app takes it; `email` names the account there. */
export function setupOf(secret: string, email: string): Omit<FactorSetup, 'id'> {
  const uri = totp(secret, email).toString();
  const { size, data } = encode(uri, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { secret, uri, qr: { size, path } };
}

/** The time step whose code this is; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
}

/** A new recovery code with 118 random bits, such as `k7mq-x2pa-9rtd-hw4e-b6cz-nq8f`: a plain hash protects it. */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: 6 }, group).join('-');
}

/** A code as typed, without spaces and dashes. */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '');
