import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OpenWork } from '#shared/accounts/users.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';
import { openLeadsOf } from '#server/leads/list/ready-filters.queries.ts';

/** A user whose work is counted or transferred. */
export type Worker = { id: string; name: string; email: string; clientId: string | null };

/** A worker's open work, as conditions on `leads` and `reminders`; rows in the trash do not count. */
export async function openRows(scope: ReadScope, { id }: Pick<Worker, 'id'>) {
  return {
    leads: await openLeadsOf(scope, id),
    reminders: sql`reminders.user_id = ${id}::uuid AND NOT reminders.is_completed`,
  };
}

/** A worker's open reminders on leads outside the trash. */
export function openReminders(scope: ReadScope, own: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`FROM ${scope.table('reminders')} reminders
    JOIN ${scope.table('leads')} of_lead ON of_lead.id = reminders.lead_id AND of_lead.deleted_at IS NULL WHERE ${own}`;
}

/** The amount of open work, in the worker's client, or in every client for a worker without one. */
export async function countOpenWork(
  scope: Scope,
  worker: Pick<Worker, 'id' | 'clientId'>,
): Promise<OpenWork> {
  const reading = await scope.reading(worker.clientId ?? undefined);
  const open = await openRows(reading, worker);
  const counted = await sql<OpenWork>`
    SELECT (SELECT count(*) FROM ${reading.table('leads')} leads WHERE ${open.leads}) AS leads,
      (SELECT count(*) ${openReminders(reading, open.reminders)}) AS reminders
  `.execute(reading.db);
  return counted.rows[0] as OpenWork;
}

/** The clients with open work of a worker who belongs to no client. */
export async function placesOfWork(scope: Scope, worker: Pick<Worker, 'id'>): Promise<string[]> {
  const reading = await scope.reading();
  const open = await openRows(reading, worker);
  const found = await sql<{ client_id: string }>`
    SELECT ${reading.clientId('leads')} AS client_id FROM ${reading.table('leads')} leads WHERE ${open.leads}
    UNION SELECT ${reading.clientId('reminders')} ${openReminders(reading, open.reminders)}
  `.execute(reading.db);
  return found.rows.map(({ client_id }) => client_id);
}
