import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { ProgressListener } from '#shared/protocol/job-events.ts';
import { MAX_BULK_MATCHING } from '#shared/leads/lead-bulk.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { OpenWork } from '#shared/accounts/users.ts';
import { goOnAs } from '#server/db/go-on-as.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import type { OperationRow } from '#server/db/tables/client-tables.ts';
import { InvalidInput } from '#server/errors.ts';
import { foldAfterChange } from '#server/leads/changes/lead-counters.queries.ts';
import { changeLeads } from '#server/leads/changes/lead-changes.queries.ts';
import { recordOperation } from '#server/leads/changes/lead-operations.queries.ts';
import { openReminders, openRows, placesOfWork } from '#server/features/users/open-work.queries.ts';
import type { Worker } from '#server/features/users/open-work.queries.ts';

/** Leads changed per statement. */
const BATCH = 2000;
const NOBODY = 'nobody';

/** A leaver's open work, to be transferred to a successor or left unassigned. */
export type Handover = { leaver: Worker; to: Worker | null; places: ClientScope[] };
/**
 * The data that an undo of a handover needs besides the leads: the reminders, and their owners before and
 * after.
 */
const HandedReminders = z.object({
  from: z.string(),
  to: z.nullable(z.string()),
  reminders: z.array(z.string()),
});
type HandedReminders = z.infer<typeof HandedReminders>;

/**
 * Plans a handover in the clients with work of the leaver. The caller becomes a guest there before the
 * transaction, as with every write. Throws 409.
 */
export async function planHandover(scope: Scope, leaver: Worker, to: Worker | null): Promise<Handover> {
  const clients = leaver.clientId === null ? await placesOfWork(scope, leaver) : [leaver.clientId];
  const places: ClientScope[] = [];
  for (const clientId of clients.toSorted()) places.push(await scope.writingIn(clientId));
  return { leaver, to, places };
}

/**
 * Transfers open leads and reminders in a transaction on accounts that then acts as each client: everything
 * happens or nothing. Versions, counters and history of the leads are updated, and the operation can be
 * undone. Throws 422 when there are more leads than one operation may change.
 */
export async function handOver(
  trx: Transaction<CoreTables>,
  { leaver, to, places }: Handover,
  listen: ProgressListener,
): Promise<OpenWork> {
  const handed: OpenWork = { leads: 0, reminders: 0 };
  for (const place of places) {
    const inside = await goOnAs(trx, place);
    await sql`SET LOCAL statement_timeout = '60s'`.execute(inside.db);
    if (to) await admit(inside, to);
    const own = await handOverIn(inside, leaver, to, listen);
    handed.leads += own.leads;
    handed.reminders += own.reminders;
  }
  return handed;
}

/** Compacts the counters after the transaction, which has changed many of their cells. */
export async function settleHandover({ places }: Handover): Promise<void> {
  for (const place of places) await foldAfterChange(place);
}

/** Makes a successor without a client a guest of the client. */
async function admit({ db }: ClientScope, { id, name, email, clientId }: Worker): Promise<void> {
  if (clientId !== null) return;
  await db
    .insertInto('members')
    .values({ id, name, email, belongs: false })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

type Locked = { id: string; is_open: boolean };

async function handOverIn(
  scope: ClientScope,
  leaver: Worker,
  to: Worker | null,
  listen: ProgressListener,
): Promise<OpenWork> {
  const locked = await lockWork(scope, leaver);
  const operation = {
    id: uuidv7(),
    kind: 'bulk_update' as const,
    summary: `Open leads ${fromTo(leaver, to)}`,
  };
  const moved: string[] = [];
  let leads = 0;
  for (let at = 0; at < locked.length; at += BATCH) {
    const batch = locked.slice(at, at + BATCH);
    const { changed } = await changeLeads(scope, {
      ids: batch.filter((lead) => lead.is_open).map(({ id }) => id),
      values: { assigned_to: sql`${to?.id ?? null}::uuid` },
      via: 'bulk',
      // All of the leaver's reminders move below, whatever lead they belong to.
      remindersStay: true,
      operation,
    });
    leads += changed;
    moved.push(...(await moveReminders(scope, { of: batch, from: leaver.id, to: to?.id ?? null })));
    listen(Math.min(at + BATCH, locked.length), locked.length);
  }
  if (moved.length > 0) {
    const details: HandedReminders = { from: leaver.id, to: to?.id ?? null, reminders: moved };
    if (leads === 0)
      await recordOperation(scope, {
        kind: operation.kind,
        leads,
        summary: `Follow-ups ${fromTo(leaver, to)}`,
        details,
      });
    else
      await scope.db
        .updateTable('operations')
        .set({ details: JSON.stringify(details) })
        .where('id', '=', operation.id)
        .execute();
  }
  return { leads, reminders: moved.length };
}

const fromTo = (leaver: Worker, to: Worker | null) => `of ${leaver.name} to ${to?.name ?? NOBODY}`;

/** Locks the open leads and those with open reminders in the common order. Throws 422. */
async function lockWork(scope: ClientScope, leaver: Worker): Promise<Locked[]> {
  const open = await openRows(scope, leaver);
  const leads = scope.table('leads');
  const { rows } = await sql<Locked>`
    SELECT leads.id, (${open.leads}) AS is_open FROM ${leads} leads
    WHERE leads.deleted_at IS NULL AND leads.id IN (
      SELECT leads.id FROM ${leads} leads WHERE ${open.leads}
      UNION SELECT reminders.lead_id ${openReminders(scope, open.reminders)}
    ) ORDER BY leads.id LIMIT ${MAX_BULK_MATCHING + 1} FOR UPDATE
  `.execute(scope.db);
  if (rows.length > MAX_BULK_MATCHING) {
    const most = inNumbers(MAX_BULK_MATCHING);
    throw new InvalidInput([
      {
        field: 'reassignTo',
        message: `${leaver.name} has more than ${most} open leads. Assign some of them with a bulk update first.`,
      },
    ]);
  }
  return rows;
}

/** Gives the open reminders on these leads to the successor; returns their ids. */
async function moveReminders(
  scope: ClientScope,
  { of, from, to }: { of: readonly Locked[]; from: string; to: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE ${scope.stored('reminders')} r SET user_id = ${to}::uuid, version = r.version + 1, updated_at = now()
    WHERE r.lead_id = ANY(${of.map(({ id }) => id)}::uuid[]) AND r.user_id = ${from}::uuid AND NOT r.is_completed
    RETURNING r.id
  `.execute(scope.db);
  return rows.map(({ id }) => id);
}

/** Gives back those reminders that are still open and still the successor's, for an undo; returns their number. */
export async function handBack(
  scope: ClientScope,
  { details }: Pick<Selectable<OperationRow>, 'details'>,
): Promise<number> {
  const { from, to, reminders } = HandedReminders.parse(details);
  const { numAffectedRows } = await sql`
    WITH lead AS MATERIALIZED (
      SELECT l.id FROM ${scope.table('leads')} l WHERE l.id IN (
        SELECT r.lead_id FROM ${scope.table('reminders')} r WHERE r.id = ANY(${reminders}::uuid[])
      ) ORDER BY l.id FOR UPDATE
    )
    UPDATE ${scope.stored('reminders')} r SET user_id = ${from}::uuid, version = r.version + 1, updated_at = now()
    FROM lead WHERE r.lead_id = lead.id AND r.id = ANY(${reminders}::uuid[])
      AND r.user_id IS NOT DISTINCT FROM ${to}::uuid AND NOT r.is_completed
  `.execute(scope.db);
  return Number(numAffectedRows ?? 0);
}
