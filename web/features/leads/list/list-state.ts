import { SORTABLE_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { leads } from '#shared/leads.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { PAGE_SIZES } from '#shared/pagination.ts';

export type SortableField = (typeof SORTABLE_FIELDS)[number];
export type Archived = 'active' | 'archived' | 'all';

/** What the lead list shows. All of it lives in the address, so that Back and a copied link restore it. */
export type ListState = {
  search: string;
  status: string;
  source: string;
  assigned_to: string;
  created_by: string;
  client_id: string;
  archived: Archived;
  from_date: string;
  to_date: string;
  sort_by: SortableField;
  sort_order: 'asc' | 'desc';
  page: number;
  limit: number;
};

export const DEFAULT_STATE: ListState = {
  search: '',
  status: '',
  source: '',
  assigned_to: '',
  created_by: '',
  client_id: '',
  archived: 'active',
  from_date: '',
  to_date: '',
  sort_by: 'created_at',
  sort_order: 'desc',
  page: 1,
  limit: PAGE_SIZES[0],
};

/** The settings that Reset Filters clears. */
export const FILTER_KEYS = [
  'status',
  'source',
  'assigned_to',
  'created_by',
  'client_id',
  'archived',
  'from_date',
  'to_date',
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** Reads the address; whatever it says wrongly counts as not said. */
export function readListState(search: URLSearchParams): ListState {
  const state = { ...DEFAULT_STATE };
  for (const key of ['search', 'status', 'source', 'assigned_to', 'created_by', 'client_id'] as const) {
    state[key] = search.get(key) ?? '';
  }
  for (const key of ['from_date', 'to_date'] as const) {
    const day = search.get(key) ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(day)) state[key] = day;
  }
  const archived = search.get('archived');
  if (archived === 'archived' || archived === 'all') state.archived = archived;
  const sortBy = search.get('sort_by') as SortableField | null;
  if (sortBy && SORTABLE_FIELDS.includes(sortBy)) state.sort_by = sortBy;
  const order = search.get('sort_order');
  if (order === 'asc' || order === 'desc') state.sort_order = order;
  const page = Number(search.get('page'));
  if (Number.isInteger(page) && page >= 1) state.page = page;
  const limit = PAGE_SIZES.find((size) => size === Number(search.get('limit')));
  if (limit) state.limit = limit;
  return state;
}

/** The address of a state; what is at its default is left out. */
export function writeListState(state: ListState): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    if (value !== DEFAULT_STATE[key as keyof ListState]) search.set(key, String(value));
  }
  // The two belong together: a direction alone would change its meaning with the default field.
  if (state.sort_by !== DEFAULT_STATE.sort_by) search.set('sort_order', state.sort_order);
  return search;
}

/** A change starts again at page 1, unless it is the page that changes. */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}

/** created_at starts descending, every other column ascending; the same column toggles. */
export function sortedBy(state: ListState, field: SortableField): Partial<ListState> {
  if (state.sort_by === field) return { sort_order: state.sort_order === 'asc' ? 'desc' : 'asc' };
  return { sort_by: field, sort_order: field === 'created_at' ? 'desc' : 'asc' };
}

export function isSortable(field: LeadFieldKey): field is SortableField {
  return (SORTABLE_FIELDS as readonly LeadFieldKey[]).includes(field);
}

/** How many filters differ from their default. */
export function activeFilters(state: ListState): FilterKey[] {
  return FILTER_KEYS.filter((key) => state[key] !== DEFAULT_STATE[key]);
}

/** The state without its filters and its search. */
export function withoutFilters(): Partial<ListState> {
  const defaults = FILTER_KEYS.map((key) => [key, DEFAULT_STATE[key]]);
  return { search: '', ...Object.fromEntries(defaults) };
}

/** The question to the server. */
export function listQuery(state: ListState): InputOf<typeof leads.list>['query'] {
  const { archived, page, limit, ...rest } = state;
  return {
    ...rest,
    page: String(page),
    limit: String(limit),
    ...(archived === 'all'
      ? { show_all: 'true' as const }
      : { is_archived: archived === 'archived' ? 'true' : 'false' }),
  };
}
