import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { changesLead } from '#server/current-request.ts';
import { NotFound } from '#server/errors.ts';
import { sameMillisecond } from '#server/db/sql/same-millisecond.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { changeLeads } from './lead-changes.queries.ts';
import type { SetChange } from './lead-changes.queries.ts';
import { IS_CONTACT } from './first-contacts.ts';
import { refreshFirstContacts } from './first-contacts.queries.ts';
import { earliestOpen } from './follow-up-dates.queries.ts';

/** A write of calls or reminders after which their lead must be updated. */
export type Followed = {
  /**
   * A call was added, edited or deleted; `was` is its earlier date. `isAfterFirst` is true for a new call that
   * cannot be the lead's first contact, since there was an earlier one.
   */
  call?: { was: Date | null; isAfterFirst?: boolean };
  reminders?: true;
};

/**
 * Updates a lead from its calls and reminders, with version, history and counters like every change of a
 * lead. The transaction has locked the lead, and has written the calls and reminders in an earlier statement.
 */
export async function leadFollows(
  scope: ClientScope,
  leadId: string,
  { call, reminders }: Followed,
): Promise<void> {
  changesLead(leadId);
  await changeLeads(scope, {
    ids: [leadId],
    values: {
      ...(call && callValues(call.was)),
      ...(reminders && { next_followup_date: earliestOpen(scope) }),
    },
    ...(call && { beside: { join: latestCall(scope) } }),
    via: 'edit',
    fromReminders: true,
  });
  if (call && !call.isAfterFirst) await refreshFirstContacts(scope, [leadId]);
}

/** The latest call by date, then id, and the date of the latest that was not missed. */
function latestCall(scope: ClientScope) {
  const calls = sql`${scope.table('call_logs')} c WHERE c.lead_id = old.id`;
  return sql`LEFT JOIN LATERAL (
    SELECT c.call_status FROM ${calls} ORDER BY c.call_date DESC, c.id DESC LIMIT 1
  ) latest ON true LEFT JOIN LATERAL (
    SELECT max(c.call_date) AS at FROM ${calls} AND ${IS_CONTACT}
  ) contact ON true`;
}

/** The last contact stays unchanged if it did not come from this call and is later than every contact by call. */
function callValues(was: Date | null): SetChange['values'] {
  return {
    call_status: sql`coalesce(latest.call_status, 'pending')`,
    last_contacted_at: sql`CASE
      WHEN ${sameMillisecond(sql`old.last_contacted_at`, sql`${was}::timestamptz`)} THEN contact.at
      ELSE greatest(old.last_contacted_at, contact.at) END`,
  };
}

/** The rows that belong to a lead, by their table. */
type Hanging = Pick<ClientTables, 'call_logs' | 'reminders' | 'lead_notes'>;

/**
 * Runs work in a transaction that has locked the lead of a call, reminder or note and then read that row, so
 * changes of either wait. Throws 404 with the sentence `unknown` if the row does not exist, or its lead is in the
 * trash.
 */
export async function onHanging<Table extends keyof Hanging>(
  scope: ClientScope,
  { table, unknown }: { table: Table; unknown: string },
  id: string,
  work: (inside: ClientScope, row: Selectable<Hanging[Table]>) => Promise<void>,
): Promise<void> {
  const [leads, hanging] = [scope.table('leads'), scope.table(table)];
  for (let isMoved = true; isMoved;)
    isMoved = await scope.transaction(async (inside) => {
      const locked = await sql<{ id: string; in_trash: boolean }>`
        SELECT id, deleted_at IS NOT NULL AS in_trash FROM ${leads} leads
        WHERE id = (SELECT lead_id FROM ${hanging} hanging WHERE id = ${id}) FOR UPDATE
      `.execute(inside.db);
      const found = await sql<Selectable<Hanging[Table]> & { lead_id: string }>`
        SELECT * FROM ${hanging} hanging WHERE id = ${id}`.execute(inside.db);
      const [lead, row] = [locked.rows[0], found.rows[0]];
      if (!row) throw new NotFound(unknown);
      // A merge that has just finished moved the row. Its new lead is locked anew: with the former one locked, this
      // would wait in a circle with a merge of the same leads.
      if (lead?.id !== row.lead_id) return true;
      if (lead.in_trash) throw new NotFound(unknown);
      await work(inside, row);
      return false;
    });
}
