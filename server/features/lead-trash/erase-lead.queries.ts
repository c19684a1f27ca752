import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import { NOT_IN_TRASH } from '#server/features/lead-trash/lead-trash.queries.ts';
import { hasNumber } from '#server/leads/known-numbers.ts';
import { lockLeads } from '#server/leads/changes/lead-changes.queries.ts';

/** Operations whose summary names the lead and that cannot be undone without it. */
const OF_ONE_LEAD = ['delete', 'merge'] as const;

type InTrash = { email_norm: string | null; phone_norm: string | null; other_phones: string[] | null };

/**
 * Permanently deletes a lead in the trash, with everything known of the person through it: calls, follow-ups,
 * notes, messages, notifications and history go with the row, and so do before-images, operations that name
 * it and stored responses. The mirror follows. Returns how many other leads of the client have the same email
 * or phone. Throws 404.
 */
export async function eraseLead(scope: ClientScope, id: string): Promise<number> {
  return await scope.transaction(async (inside) => {
    const [lead] = await lockLeads<InTrash & { is_in_trash: boolean }>(
      inside,
      [id],
      sql`l.email_norm, l.phone_norm, l.other_phones, l.deleted_at IS NOT NULL AS is_in_trash`,
    );
    if (!lead?.is_in_trash) throw new NotFound(NOT_IN_TRASH);
    const { db } = inside;
    // An undone operation has no row of the lead any more.
    const past = await sql<{ operation_id: string }>`
      SELECT DISTINCT operation_id FROM ${inside.table('lead_events')} e WHERE lead_id = ${id} AND operation_id IS NOT NULL
    `.execute(db);
    const kept = await db
      .deleteFrom('operation_leads')
      .where('lead_id', '=', id)
      .returning('operation_id')
      .execute();
    const operations = sql<string>`ANY(${[...past.rows, ...kept].map((row) => row.operation_id)}::uuid[])`;
    await db.deleteFrom('operations').where('id', '=', operations).where('kind', 'in', OF_ONE_LEAD).execute();
    await sql`DELETE FROM ${inside.stored('idempotency_keys')} WHERE strpos(response::text, ${id}::text) > 0`.execute(
      db,
    );
    await eraseDeliveries(inside, lead);
    await db.deleteFrom('leads').where('id', '=', id).execute();
    const others = await sql<{ others: number }>`
      SELECT count(*)::int AS others FROM ${inside.table('leads')} leads
      WHERE email_norm = ${lead.email_norm}::text OR ${hasNumber('leads', numbersOf(lead))}
    `.execute(db);
    return others.rows[0]?.others ?? 0;
  });
}

/**
 * Deletes portal deliveries and phone calls that became no lead and contain the person's email or number; those that
 * became this lead are deleted with it.
 */
async function eraseDeliveries(scope: ClientScope, lead: InTrash): Promise<void> {
  const digits = numbersOf(lead).map((number) => number.replaceAll(/\D/g, '').slice(-10));
  const phones = digits.filter((number) => number.length >= 8);
  await sql`DELETE FROM ${scope.table('source_deliveries')} WHERE lead_id IS NULL AND received IS NOT NULL
    AND (strpos(lower(received), ${lead.email_norm}::text) > 0
      OR EXISTS (SELECT 1 FROM unnest(${phones}::text[]) phone WHERE strpos(regexp_replace(received, '\\D', '', 'g'), phone) > 0))`.execute(
    scope.db,
  );
  await sql`DELETE FROM ${scope.table('phone_calls')} WHERE lead_id IS NULL AND number = ANY(${numbersOf(lead)}::text[])`.execute(
    scope.db,
  );
}

const numbersOf = ({ phone_norm, other_phones }: InTrash) => [phone_norm ?? [], other_phones ?? []].flat();
