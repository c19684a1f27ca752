import { sql } from 'kysely';
import type { ReadScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { UNKNOWN_LEAD } from '#server/features/leads/leads.queries.ts';

/** Calls a lead's page shows; older ones are in the timeline. */
const MOST_CALLS = 200;

/** The latest calls of a lead, newest first. Throws 404 for a lead the caller may not see. */
export async function listCallsOfLead(scope: ReadScope, leadId: string) {
  // One row without a call says that the lead exists and nobody has called.
  const rows = await scope.db
    .selectFrom('leads')
    .leftJoin('call_logs', 'call_logs.lead_id', 'leads.id')
    .leftJoin('members', (join) =>
      join.on('members.id', '=', sql`coalesce(call_logs.called_by, call_logs.user_id)`),
    )
    .where('leads.id', '=', leadId)
    .where('leads.deleted_at', 'is', null)
    .select([
      'call_logs.id',
      'call_logs.lead_id',
      'call_logs.user_id',
      'call_logs.called_by',
      'members.name as user_name',
      'call_logs.call_date',
      'call_logs.call_type',
      'call_logs.call_status',
      'call_logs.call_outcome',
      'call_logs.duration',
      'call_logs.notes',
    ])
    .orderBy('call_logs.call_date', 'desc')
    .orderBy('call_logs.id', 'desc')
    .limit(MOST_CALLS)
    .execute();
  if (rows.length === 0) throw new NotFound(UNKNOWN_LEAD);
  return rows.filter((row): row is Call => row.id !== null);
}

type Call = {
  id: string;
  lead_id: string;
  user_id: string | null;
  called_by: string | null;
  user_name: string | null;
  call_date: Date;
  call_type: string;
  call_status: string;
  call_outcome: string | null;
  duration: number;
  notes: string | null;
};
