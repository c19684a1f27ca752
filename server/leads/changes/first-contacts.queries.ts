import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import { IS_CONTACT } from './first-contacts.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

/** `exact`: the contact to the microsecond, which a JavaScript date cannot hold. */
type Contact = { id: string; created_at: Date; at: Date | null; exact: string | null };

/**
 * Records the leads' first contact: the earliest call or opened message since their creation, without missed
 * calls, and the working minutes until then, by the client's current hours. Must be called after every write of
 * calls and messages, in its transaction, which has locked the leads. This is not a change of the lead: it has
 * no new version, so it makes nobody's edit stale.
 */
export async function refreshFirstContacts(scope: ClientScope, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Contact>`
    SELECT l.id, l.created_at, contact.at, contact.at::text AS exact FROM ${scope.table('leads')} l LEFT JOIN LATERAL (
      SELECT min(at) AS at FROM (
        SELECT c.call_date AS at FROM ${scope.table('call_logs')} c WHERE c.lead_id = l.id AND ${IS_CONTACT}
        UNION ALL SELECT m.created_at FROM ${scope.table('lead_messages')} m WHERE m.lead_id = l.id
      ) each_one WHERE at >= l.created_at
    ) contact ON true
    WHERE l.id = ANY(${ids}::uuid[]) AND l.first_contacted_at IS DISTINCT FROM contact.at
  `.execute(scope.db);
  if (rows.length === 0) return;
  const time = await clientTime(scope);
  const contacts = rows.map(({ id, created_at, at, exact }) => ({
    id,
    exact,
    minutes: at && !time.isAllHours ? time.minutesBetween(created_at, at) : null,
  }));
  await sql`
    UPDATE ${scope.stored('leads')} l SET first_contacted_at = contact.exact, contact_minutes = contact.minutes
    FROM jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) AS contact (id uuid, exact timestamptz, minutes integer)
    WHERE l.id = contact.id
  `.execute(scope.db);
}
