import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { CARDS_OF_COLUMN } from '#shared/leads/lead-board.ts';
import type { BoardColumn, leadBoard } from '#shared/leads/lead-board.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { countByStatuses } from '#server/leads/list/list-totals.queries.ts';
import { rowsBehind, withStatuses } from '#server/leads/list/lead-filters.ts';
import { listFirstLeads, listFirstOfEach, listLeadValues } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';

type Cards = { leads: PresentedLead[]; has_more: boolean };
type Column = Omit<BoardColumn, 'leads'> & Cards;
/** A column's status (null for "Other"), and the statuses in use that it shows. */
type Place = { status: string | null; statuses: readonly string[] };

/**
 * The first leads, the total and the value of each column. Columns are the client's status options in their
 * order, plus "Other" when leads have other statuses. Throws 422 when all clients are read, because their
 * options differ.
 */
export async function getBoard(scope: ReadScope, query: QueryOf<typeof leadBoard.get>): Promise<Column[]> {
  const places = await placesOf(scope);
  const filters = await readyFilters(scope, query);
  const used = places.filter(({ statuses }) => statuses.length > 0);
  const parts = await countByStatuses(
    scope,
    filters,
    used.map(({ statuses }) => statuses),
  );
  // Skips columns whose complete count is zero.
  const filled = parts.filter(({ total, isCapped }) => total > 0 || isCapped);
  const leads = filled.length === 0 ? [] : await listFirstOfEach(scope, filled, query, CARDS_OF_COLUMN + 1);
  return places.map((place) => {
    const part = parts[used.indexOf(place)];
    const found = (part && leads[filled.indexOf(part)]) ?? [];
    const { total = 0, isCapped = false, value = 0 } = part ?? {};
    const cards = cardsOf(found);
    // A large search is counted over all columns at once, so this column may have more leads than were
    // counted.
    return {
      status: place.status,
      total: Math.max(total, cards.leads.length),
      totalIsCapped: isCapped,
      value,
      ...cards,
    };
  });
}

/** The leads of one column, from the start or after a given lead. Throws 422 like `getBoard`. */
export async function listColumn(
  scope: ReadScope,
  { column, after, ...query }: QueryOf<typeof leadBoard.column>,
): Promise<Cards> {
  const place = (await placesOf(scope)).find(({ status }) => status === (column ?? null));
  const filters = withStatuses(await readyFilters(scope, query), place?.statuses ?? []);
  const behind = after && rowsBehind(scope, query, after);
  return cardsOf(await listFirstLeads(scope, filters, query, CARDS_OF_COLUMN + 1, behind || undefined));
}

const cardsOf = (found: PresentedLead[]): Cards => ({
  leads: found.slice(0, CARDS_OF_COLUMN),
  has_more: found.length > CARDS_OF_COLUMN,
});

/**
 * The columns of a board, each with the statuses that the counters know, so that empty columns are not
 * searched.
 */
async function placesOf(scope: ReadScope): Promise<Place[]> {
  if (scope.isEverything)
    throw new InvalidInput([{ field: 'client_id', message: 'Choose the client of this board.' }]);
  const [{ statuses }, { status: inUse }] = await Promise.all([fieldOptions(scope), listLeadValues(scope)]);
  const known = new Set(statuses.map(({ value }) => value));
  const others = inUse.filter((status) => !known.has(status));
  const columns = [...known].map((status): Place => ({
    status,
    statuses: inUse.includes(status) ? [status] : [],
  }));
  return others.length > 0 ? [...columns, { status: null, statuses: others }] : columns;
}
