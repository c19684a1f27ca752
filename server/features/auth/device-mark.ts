import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Days for which a browser is known after a sign-in. */
export const MARK_DAYS = 180;
const DAY = 24 * 60 * 60_000;
const MARK = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/;

/**
 * The mark of a browser in which somebody has signed in: the id of the browser and the day on which the mark ends, sealed for the account with
 * the key of the installation. It opens nothing; its tries are counted apart from those of strangers, so that nobody can shut the owner out there.
 */
export function newDeviceMark(key: string, userId: string, now = Date.now()): string {
  const claim = `${randomBytes(16).toString('base64url')}.${Math.floor(now / DAY) + MARK_DAYS}`;
  return `${claim}.${sealOf(key, userId, claim)}`;
}

/** The id of the browser that carries a mark of this account; undefined for any other text, and for a mark that has ended. */
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
