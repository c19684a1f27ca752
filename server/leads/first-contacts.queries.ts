import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';

/**
 * Makes leads know their first contact: the earliest call or opened message since their creation. To be called behind every write of
 * calls and messages, in its transaction, which has locked the leads. The mark is no change of a lead: no new version, and
 * nobody's edit is refused for it.
 */
export async function refreshFirstContacts(scope: ClientScope, ids: readonly string[]): Promise<void> {
  const earliest = sql`(SELECT min(at) FROM (
      SELECT c.call_date AS at FROM ${scope.table('call_logs')} c WHERE c.lead_id = l.id
      UNION ALL SELECT m.created_at FROM ${scope.table('lead_messages')} m WHERE m.lead_id = l.id
    ) contact WHERE at >= l.created_at)`;
  await sql`
    UPDATE ${scope.stored('leads')} l SET first_contacted_at = ${earliest}
    WHERE l.id = ANY(${ids}::uuid[]) AND l.first_contacted_at IS DISTINCT FROM ${earliest}
  `.execute(scope.db);
}
