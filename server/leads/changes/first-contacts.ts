import { sql } from 'kysely';
import type { SqlBool } from 'kysely';

/** Calls `c` that contact their lead: made or answered, as opposed to missed. */
export const IS_CONTACT = sql<SqlBool>`(c.call_type <> 'inbound' OR c.call_status = 'completed')`;

/**
 * Conditions on `contact_code`, which the database generates from a lead's contacts and promise (migration
 * 0023): the wait in minutes, -1 for a contact of unknown time, -2 for none, shifted left by two bits: 0 no
 * promise, 1 kept, 2 broken, 3 pending.
 */
export const CONTACT = {
  isMeasured: sql<SqlBool>`leads.contact_code >= 0`,
  /** The minutes that an `isMeasured` lead waited. */
  minutes: sql<number>`(leads.contact_code >> 2)`,
  isContacted: sql<SqlBool>`(leads.contact_code >> 2 <> -2)`,
  isInTime: sql<SqlBool>`leads.contact_code & 3 = 1`,
  /** Contacted after the promised time, or not at all, whether or not the time is over. */
  isMissed: sql<SqlBool>`(leads.contact_code & 3 = 2 OR leads.contact_code = -5)`,
  /** Contacted after the promised time, or not at all although the time is over. */
  isTooLate: sql<SqlBool>`(leads.contact_code & 3 = 2 OR leads.contact_code = -5 AND leads.contact_by < now())`,
  /** Promised, not contacted yet, and still in time: missed, but not yet too late. */
  isAwaited: sql<SqlBool>`leads.contact_code = -5 AND leads.contact_by >= now()`,
};
