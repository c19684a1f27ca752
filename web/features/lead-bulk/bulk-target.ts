import type { InputOf } from '#shared/protocol/endpoint.ts';
import type { leadBulk } from '#shared/leads/lead-bulk.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import type { Selection } from '#web/leads/list/useSelection.ts';
import { totalText } from '#web/ui/lists/PaginationFooter.tsx';

type Body = InputOf<typeof leadBulk.remove>['body'];
export type Filters = NonNullable<Body['matching']>;

/** The leads of a bulk action, by id or by filters. */
export type BulkTarget = {
  ids: readonly string[];
  /** Instead of `ids`: the filters that every selected lead matches. */
  matching?: Filters;
  /** The number of leads as text: `10,000+` when only a lower bound is known. */
  count: string;
  isOne: boolean;
  /** The one client of all these leads, if known. */
  clientId: string | undefined;
};

/** Whether the filters exclude any active leads of a client. */
export function narrows(filters: Filters): boolean {
  const { client_id: _, show_all: __, is_archived, ...others } = filters;
  return is_archived === 'true' || Object.keys(others).length > 0;
}

export function targetOf(selection: Selection, filters: Filters, pagination: Pagination): BulkTarget {
  if (selection.isAll) {
    return {
      ids: [],
      matching: narrows(filters) ? filters : { ...filters, everything: true },
      count: totalText(pagination),
      isOne: pagination.total === 1,
      clientId: filters.client_id,
    };
  }
  const leads = [...selection.leads.values()];
  const clients = new Set(leads.map(({ clientId }) => clientId));
  return {
    ids: leads.map(({ id }) => id),
    count: inNumbers(leads.length),
    isOne: leads.length === 1,
    clientId: clients.size === 1 ? [...clients][0] : undefined,
  };
}
