import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadScope } from '#server/db/scope.ts';

/** Whether somebody has contacted a row of `leads`: by a call, a noted contact or an opened message. */
export function isContacted(scope: ReadScope): RawBuilder<SqlBool> {
  // Not asked lead by lead: the ids of the few leads with messages are read once.
  return sql<SqlBool>`(leads.last_contacted_at IS NOT NULL OR leads.id IN (SELECT m.lead_id FROM ${scope.table('lead_messages')} m))`;
}
