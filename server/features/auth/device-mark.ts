import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Days for which a browser is remembered after a sign-in. */
export const MARK_DAYS = 180;
const DAY = 24 * 60 * 60_000;
const MARK = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/;

/**
 * Marks a browser in which the user has signed in: the browser's id and the mark's expiry date, encrypted for
 * the account with the installation's key. It grants no access; its sign-in attempts are counted separately
 * from other people's, so that nobody can lock the owner out there, and the user can let it sign in without a
 * code for a while.
 */
export function newDeviceMark(
  key: string,
  userId: string,
  now = Date.now(),
): { mark: string; device: string } {
  const device = randomBytes(16).toString('base64url');
  const claim = `${device}.${Math.floor(now / DAY) + MARK_DAYS}`;
  return { mark: `${claim}.${sealOf(key, userId, claim)}`, device };
}

/**
 * The id of a browser with a valid mark for this account; undefined for an expired mark and any other text.
 */
export function markedDevice(
  key: string,
  userId: string,
  mark: string,
  now = Date.now(),
): string | undefined {
  const [, device = '', lastDay = '', seal = ''] = MARK.exec(mark) ?? [];
  const due = Buffer.from(sealOf(key, userId, `${device}.${lastDay}`));
  const given = Buffer.from(seal);
  const isGenuine = given.length === due.length && timingSafeEqual(given, due);
  return isGenuine && now < Number(lastDay) * DAY ? device : undefined;
}

const sealOf = (key: string, userId: string, claim: string) =>
  createHmac('sha256', key).update(`device of ${userId} ${claim}`).digest('base64url');
