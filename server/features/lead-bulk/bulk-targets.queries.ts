import { sql } from 'kysely';
import { MAX_BULK_MATCHING } from '#shared/lead-bulk.ts';
import type { LeadFilters } from '#shared/leads.ts';
import { inNumbers } from '#shared/numbers.ts';
import type { ClientScope, ReadScope, Scope } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { leadConditions } from '#server/leads/lead-filters.ts';
import { readyFilters } from '#server/leads/ready-filters.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/leads.queries.ts';

/** Leads named one by one, or by the filters of the list. */
export type Selection = { ids: readonly string[] } | { matching: LeadFilters };

export type Target = { id: string; name: string };
/** The leads of one client, ready to be written there, in the order in which they are locked. */
export type ClientTargets = { client: ClientScope; leads: Target[] };

type Found = Target & { client_id: string };

/**
 * The selected leads by the client that owns them, found in one look-up; of those named by id also the ones that have been
 * deleted since, for the report. Throws 404 when the caller may not see a lead with one of the ids, 422 when the
 * filters match too many; nothing has been changed then.
 */
export async function findTargets(
  scope: Scope,
  selection: Selection,
  most = MAX_BULK_MATCHING,
): Promise<ClientTargets[]> {
  const found =
    'ids' in selection
      ? await byId(scope, selection.ids)
      : await byFilter(await scope.choosing(selection.matching.client_id), selection.matching, most);
  const groups = Map.groupBy(found, (lead) => lead.client_id);
  const targets: ClientTargets[] = [];
  for (const [clientId, leads] of groups) targets.push({ client: await scope.writingIn(clientId), leads });
  return targets;
}

async function byId(scope: Scope, ids: readonly string[]): Promise<Found[]> {
  const reading = await scope.readingAtOnce();
  const find = async () => {
    const { rows } = await sql<Found>`
      SELECT leads.id, leads.name, ${reading.clientId('leads')} AS client_id FROM ${reading.table('leads')} leads
      WHERE leads.id = ANY(${ids}::uuid[]) ORDER BY leads.id
    `.execute(reading.db);
    return rows.length === ids.length ? rows : undefined;
  };
  const rows = (await find()) ?? (await scope.settled(find));
  if (!rows) throw new NotFound(UNKNOWN_LEAD);
  return rows;
}

async function byFilter(reading: ReadScope, filters: LeadFilters, most: number): Promise<Found[]> {
  const where = sql.join(leadConditions(reading, await readyFilters(reading, filters)), sql` AND `);
  const found = await sql<Found>`
    SELECT leads.id, leads.name, ${reading.clientId('leads')} AS client_id FROM ${reading.table('leads')} leads
    WHERE ${where} LIMIT ${most + 1}
  `.execute(reading.db);
  if (found.rows.length > most) {
    throw new InvalidInput([
      {
        message: `More than ${inNumbers(most)} leads match. Narrow the filters and go in several steps.`,
      },
    ]);
  }
  return found.rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}
