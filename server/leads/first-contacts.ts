import { sql } from 'kysely';
import type { SqlBool } from 'kysely';

/**
 * Questions to `contact_code`, which the database makes of a lead's contacts and promise (migration 0024): the wait in minutes, -1 for a
 * contact of unknown time, -2 for none, above two bits: 0 no promise, 1 kept, 2 broken, 3 not met yet.
 */
export const CONTACT = {
  isContacted: sql<SqlBool>`(leads.contact_code >> 2 <> -2)`,
  isInTime: sql<SqlBool>`leads.contact_code & 3 = 1`,
  /** Contacted after the promised time, or not at all although the time is over. */
  isTooLate: sql<SqlBool>`(leads.contact_code & 3 = 2 OR leads.contact_code = -5 AND leads.contact_by < now())`,
  /** Promised, contacted by nobody, and still in time. */
  isAwaited: sql<SqlBool>`leads.contact_code = -5 AND leads.contact_by >= now()`,
};

/** The same answers as `CONTACT` for a code; leads of `isUnmet` are too late unless `CONTACT.isAwaited`. `minutes`: null without a first contact. */
export function readContact(code: number) {
  const [minutes, promise] = [code >> 2, code & 3];
  return {
    minutes: minutes < 0 ? null : minutes,
    isContacted: minutes !== -2,
    isInTime: promise === 1,
    isBroken: promise === 2,
    isUnmet: code === -5,
  };
}
