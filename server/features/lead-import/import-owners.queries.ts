import { setImmediate as otherWork } from 'node:timers/promises';
import { sql } from 'kysely';
import { RULE_FIELDS } from '#shared/company/distribution.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { Distributor } from '#server/leads/owners/decide-owner.ts';
import { hasRules, openDistribution, storeTurns } from '#server/leads/owners/distribution.queries.ts';
import { ownerId, productId } from './import-names.queries.ts';
import { planOf, stageOf } from './import-stage.queries.ts';

/** Rows assigned and written at a time. */
const CHUNK = 5000;
/** Minutes for which an import's pending leads count as open; no import takes that long. */
const HOLD_MINUTES = 10;

type Row = { row_number: number; custom: Record<string, unknown> | null };
type Decided = { rows: number[]; people: (string | null)[]; reasons: string[] };

/**
 * Applies the client's distribution rules to the new rows that have no owner in the file; returns for how
 * many no owner was found. Runs in its own transaction, so that enquiries never wait for the file to be
 * written; until the leads exist, holds under `importId` count as open leads.
 */
export async function giveOwners(
  scope: ClientScope,
  inside: ClientScope,
  importId: string,
): Promise<{ unassigned: number }> {
  if (!(await hasRules(inside))) return { unassigned: 0 };
  const rows = await rowsWithoutOwner(inside);
  const decided = await scope.transaction(async (turn) => {
    const distributor = await openDistribution(turn);
    const chosen = await decide(distributor, rows);
    await storeTurns(turn, distributor);
    await hold(turn, importId, distributor);
    return chosen;
  });
  for (const { rows: numbers, people, reasons } of decided)
    await sql`
      UPDATE ${planOf(inside)} p SET given_to = d.person, given_why = d.reason
      FROM unnest(${numbers}::int[], ${people}::uuid[], ${reasons}::text[]) AS d (row_number, person, reason)
      WHERE p.row_number = d.row_number
    `.execute(inside.db);
  const unassigned = decided.flatMap(({ people }) => people).filter((person) => person === null).length;
  return { unassigned };
}

async function rowsWithoutOwner(inside: ClientScope): Promise<Row[]> {
  const fields = RULE_FIELDS.map((field) =>
    field === 'product_id' ? sql`${productId(inside)} AS product_id` : sql`s.${sql.id(field)}`,
  );
  const { rows } = await sql<Row>`
    SELECT s.row_number, s.custom, ${sql.join(fields)} FROM ${stageOf(inside)} s JOIN ${planOf(inside)} p USING (row_number)
    WHERE p.action = 'insert' AND ${ownerId(inside)} IS NULL ORDER BY s.row_number
  `.execute(inside.db);
  return rows;
}

/** Works in chunks, so that other requests get a turn in between. */
async function decide(distributor: Distributor, rows: readonly Row[]): Promise<Decided[]> {
  const at = new Date();
  const decided: Decided[] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const given = chunk.map((lead) => distributor.give({ lead, custom: lead.custom ?? {}, at }));
    decided.push({
      rows: chunk.map(({ row_number }) => row_number),
      people: given.map(({ person }) => person?.id ?? null),
      reasons: given.map(({ reason }) => reason),
    });
    await otherWork();
  }
  return decided;
}

async function hold({ db }: ClientScope, importId: string, { given }: Distributor): Promise<void> {
  await db
    .deleteFrom('distribution_holds')
    .where('ends_at', '<', sql<Date>`now()`)
    .execute();
  if (given.size === 0) return;
  const ends_at = sql<Date>`now() + make_interval(mins => ${HOLD_MINUTES})`;
  const rows = [...given].map(([user_id, leads]) => ({ import_id: importId, user_id, leads, ends_at }));
  await db.insertInto('distribution_holds').values(rows).execute();
}

/** Deletes an import's holds: in the transaction that has written its leads, or after it has failed. */
export async function endHolds({ db }: ClientScope, importId: string): Promise<void> {
  await db.deleteFrom('distribution_holds').where('import_id', '=', importId).execute();
}
