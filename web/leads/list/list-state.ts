import { readCustomFilters, writeCustomFilters } from '#shared/fields/custom-filters.ts';
import { isId } from '#shared/fields/fields.ts';
import { FILTER_KEYS, LEAD_FILTERS, MAX_SEARCH } from '#shared/fields/lead-filters.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import type { FilterKey, FilterState } from '#shared/fields/lead-filters.ts';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { PAGE_SIZES } from '#shared/protocol/pagination.ts';
import { MAX_VALUES, takesSeveral } from '#shared/protocol/several.ts';
import { readPage } from '#web/lib/address/read-page.ts';
import { isRange } from '#web/lib/day-range.ts';
import { currentSession } from '#web/session/session-store.ts';

export type SortableField = (typeof SORTABLE_FIELDS)[number];
type Layout = 'table' | 'board';
export type ListSort = { sort_by: SortableField; sort_order: 'asc' | 'desc' };

/** The state of the lead list. All of it is in the address, so that Back and a copied link restore it. */
export type ListState = FilterState & {
  search: string;
  /** The saved view that opened the list, `all` for the list without one; '' for the user's default view. */
  view: string;
  /** A table of rows, or columns by status. */
  layout: Layout;
  page: number;
  limit: number;
} & ListSort;

/** The value of `view` for the list without a view. */
export const ALL_LEADS = 'all';
/** Stored in the history entry of a list that the user has changed, so that no view opens automatically. */
export const CHOSEN = { isChosen: true };
/** The second value that `view` in the address can have, besides a saved view. */
const BOARD = 'board';

export const DEFAULT_SORT: ListSort = { sort_by: 'created_at', sort_order: 'desc' };

export const DEFAULT_STATE: ListState = {
  search: '',
  view: '',
  layout: 'table',
  ...stateOf((key) => initialOf(LEAD_FILTERS[key])),
  ...DEFAULT_SORT,
  page: 1,
  limit: PAGE_SIZES[0],
};

function initialOf(filter: LeadFilter): string | readonly string[] {
  if (filter.kind === 'choice') return filter.initial ?? '';
  return takesSeveral(filter.schema) ? [] : '';
}

function stateOf(valueOf: (key: FilterKey) => string | readonly string[]): FilterState {
  return Object.fromEntries(FILTER_KEYS.map((key) => [key, valueOf(key)])) as FilterState;
}

/** Reads the address. Invalid parts count as missing. `sort` applies if the address has none. */
export function readListState(search: URLSearchParams, sort: ListSort = DEFAULT_SORT): ListState {
  const state = { ...DEFAULT_STATE, ...sort, ...readFilters(search) };
  state.search = [...(search.get('search') ?? '')].slice(0, MAX_SEARCH).join('');
  const views = search.getAll('view');
  state.view = views.find((view) => view === ALL_LEADS || isId(view)) ?? '';
  if (views.includes(BOARD)) state.layout = BOARD;
  const sortBy = search.get('sort_by');
  if (isSortable(sortBy)) state.sort_by = sortBy;
  const order = search.get('sort_order');
  if (order === 'asc' || order === 'desc') state.sort_order = order;
  state.page = readPage(search);
  const limit = PAGE_SIZES.find((size) => size === Number(search.get('limit')));
  if (limit) state.limit = limit;
  return state;
}

function readFilters(search: URLSearchParams): FilterState {
  const values = stateOf((key) => {
    const filter = LEAD_FILTERS[key];
    const valid = search.getAll(key).filter((value) => isValue(filter, value));
    return takesSeveral((filter as LeadFilter).schema)
      ? [...new Set(valid)].slice(0, MAX_VALUES)
      : (valid[0] ?? initialOf(filter));
  });
  const turned = FILTER_KEYS.flatMap((from) => {
    const { kind, to } = LEAD_FILTERS[from] as LeadFilter & { to?: FilterKey };
    return kind === 'day' && to && !isRange(String(values[from]), String(values[to])) ? [from, to] : [];
  });
  const custom = writeCustomFilters(readCustomFilters(values.custom) ?? {});
  return { ...values, custom, ...Object.fromEntries(turned.map((key) => [key, ''])) };
}

/** Whether a text in the address, or one that is typed, is a value of this filter. */
export function isValue(filter: LeadFilter, value: string): boolean {
  if (value === '') return false;
  if (filter.kind === 'choice') return Object.hasOwn(filter.choices, value);
  return filter.schema?.safeParse(value).success === true;
}

/**
 * Returns the address of a state. Parts with their default are left out. The sort is left out only if it is
 * both the product's default and the user's (`sort`), so that a copied address means the same to everyone.
 */
export function writeListState(state: ListState, sort: ListSort = DEFAULT_SORT): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (isDefault(state, key as keyof ListState)) continue;
    for (const one of [value].flat()) search.append(key === 'layout' ? 'view' : key, String(one));
  }
  const isDefaultSort = [DEFAULT_SORT, sort].every(
    ({ sort_by, sort_order }) => sort_by === state.sort_by && sort_order === state.sort_order,
  );
  // Field and direction belong together: a direction without its field would change its meaning with the
  // default field.
  if (!isDefaultSort) {
    search.set('sort_by', state.sort_by);
    search.set('sort_order', state.sort_order);
  }
  return search;
}

/**
 * Returns the changed state. Any other change starts again at page 1. Changing the client clears the filters
 * by its people, products, imports and fields.
 */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  const others = change.client_id === undefined ? {} : defaults((filter) => filter.isOfClient === true);
  return { ...state, page: 1, ...others, ...change };
}

const defaults = (isMeant: (filter: LeadFilter) => boolean): Partial<ListState> =>
  Object.fromEntries(
    FILTER_KEYS.filter((key) => isMeant(LEAD_FILTERS[key])).map((key) => [key, DEFAULT_STATE[key]]),
  );

/** The address of a list as a saved view stores it: includes table or board, but neither page nor view. */
export function viewAddress(state: ListState): string {
  const { page, limit, view } = DEFAULT_STATE;
  return writeListState({ ...state, page, limit, view }).toString();
}

/** created_at starts descending, every other column ascending. Choosing the same column again toggles. */
export function sortedBy(state: ListState, field: SortableField): Partial<ListState> {
  if (state.sort_by === field) return { sort_order: state.sort_order === 'asc' ? 'desc' : 'asc' };
  return { sort_by: field, sort_order: field === 'created_at' ? 'desc' : 'asc' };
}

/** Whether the user's list can be sorted by a field: not by emails that the user reads masked. */
export function isSortable(field: unknown): field is SortableField {
  const isHidden = field === 'email' && currentSession().user?.masksContacts;
  return !isHidden && (SORTABLE_FIELDS as readonly unknown[]).includes(field);
}

/** Whether the list shows leads without an owner and no others. */
export const isUnassignedList = ({ assigned_to }: ListState) => assigned_to.join() === 'none';

/** The settings that differ from their default. */
export function activeFilters(state: ListState): FilterKey[] {
  return FILTER_KEYS.filter((key) => !isDefault(state, key));
}

function isDefault(state: ListState, key: keyof ListState): boolean {
  const value = state[key];
  return Array.isArray(value) ? value.length === 0 : value === DEFAULT_STATE[key];
}

/**
 * The invalid filters of an address, by their names there. Such a filter is left out, and the list shows that.
 */
export function droppedFilters(search: URLSearchParams): FilterKey[] {
  const kept = writeListState(readListState(search));
  return FILTER_KEYS.filter((key) =>
    search.getAll(key).some((value) => value !== '' && value !== DEFAULT_STATE[key] && !kept.has(key, value)),
  );
}

/** The number of active filters. Each custom field counts. */
export function countFilters(state: ListState): number {
  const own = Object.keys(readCustomFilters(state.custom) ?? {}).length;
  return activeFilters({ ...state, custom: '' }).length + own;
}

/** The state without its filters and its search. */
export const withoutFilters = (): Partial<ListState> => ({ search: '', ...defaults(() => true) });
