import { sql } from 'kysely';
import { MAX_BULK_MATCHING } from '#shared/leads/lead-bulk.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { ClientScope, ReadScope, Scope } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { leadConditions, narrows } from '#server/leads/list/lead-filters.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';

const NONE_FOUND = 'None of the selected leads exists any more. Select others and try again.';

/**
 * Leads selected by id or by the list's filters; with no filters only when all leads of a client are meant.
 */
export type Selection = { ids: readonly string[] } | { matching: LeadFilters; everything?: true };

export type Target = { id: string; name: string };
/** One client's leads with a scope for writing them, in locking order. */
type ClientTargets = { client: ClientScope; leads: Target[] };

type Found = Target & { client_id: string };

/** The selected leads by client, and the ids for which the caller sees no lead. */
export type Targets = { clients: ClientTargets[]; unknown: readonly string[] };

/**
 * The selected leads grouped by client, found in one query; for ids, also includes leads deleted since, for
 * the report. Throws 404 when the caller sees no lead with any of the ids, 422 when the filters match too
 * many leads or exclude none; nothing has been changed then.
 */
export async function findTargets(
  scope: Scope,
  selection: Selection,
  most = MAX_BULK_MATCHING,
): Promise<Targets> {
  const found =
    'ids' in selection
      ? await byId(scope, selection.ids)
      : await byFilter(await scope.readingUpToDate(selection.matching.client_id), selection, most);
  const groups = Map.groupBy(found, (lead) => lead.client_id);
  const clients: ClientTargets[] = [];
  for (const [clientId, leads] of groups) clients.push({ client: await scope.writingIn(clientId), leads });
  const seen = new Set(found.map(({ id }) => id));
  return { clients, unknown: 'ids' in selection ? selection.ids.filter((id) => !seen.has(id)) : [] };
}

async function byId(scope: Scope, ids: readonly string[]): Promise<Found[]> {
  const reading = await scope.readingStale();
  let found: Found[] = [];
  const findAll = async () => {
    const { rows } = await sql<Found>`
      SELECT leads.id, leads.name, ${reading.clientId('leads')} AS client_id FROM ${reading.table('leads')} leads
      WHERE leads.id = ANY(${ids}::uuid[]) ORDER BY leads.id
    `.execute(reading.db);
    found = rows;
    return rows.length === ids.length ? rows : undefined;
  };
  if (!(await findAll())) await scope.settled(findAll);
  if (found.length === 0) throw new NotFound(NONE_FOUND);
  return found;
}

async function byFilter(
  reading: ReadScope,
  { matching, everything }: { matching: LeadFilters; everything?: true },
  most: number,
): Promise<Found[]> {
  if (everything && reading.isEverything) throw refused('client_id', 'Choose a client.');
  const filters = await readyFilters(reading, matching);
  if (!everything && !narrows(reading, filters))
    throw refused('everything', 'Send a filter, or `everything` for all leads of a client.');
  const where = sql.join(leadConditions(reading, filters), sql` AND `);
  const found = await sql<Found>`
    SELECT leads.id, leads.name, ${reading.clientId('leads')} AS client_id FROM ${reading.table('leads')} leads
    WHERE ${where} LIMIT ${most + 1}
  `.execute(reading.db);
  if (found.rows.length > most) {
    throw new InvalidInput([
      {
        message: `More than ${inNumbers(most)} leads match. Narrow the filters and do it in several steps.`,
      },
    ]);
  }
  return found.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const refused = (name: string, message: string) => new InvalidInput([{ field: `matching.${name}`, message }]);
