import { readCustomFilters, writeCustomFilters } from '#shared/custom-filters.ts';
import { isId } from '#shared/fields.ts';
import { LEAD_FIELDS, SORTABLE_FIELDS } from '#shared/lead-fields.ts';
import type { StatusMeaning } from '#shared/lead-options.ts';
import { MAX_TAG_LENGTH } from '#shared/lead-values.ts';
import { CONTACT_WORDS, FOLLOW_UP_WORDS } from '#shared/day-filters.ts';
import { MAX_SEARCH } from '#shared/leads.ts';
import { PAGE_SIZES } from '#shared/pagination.ts';
import { isRelativeDays } from '#shared/relative-days.ts';
import { MAX_VALUES } from '#shared/several.ts';
import { unchecked } from '#shared/unchecked.ts';
import { readDays } from '#web/lib/day-range.ts';

export type SortableField = (typeof SORTABLE_FIELDS)[number];
type Archived = 'active' | 'archived' | 'all';
type Duplicates = '' | 'only' | 'none';
/** The meaning of the status for the deal, whatever each client calls it. */
type Meaning = '' | StatusMeaning;
/** 'none': open leads without a planned follow-up. */
type NextStep = '' | 'none';
/** Whether somebody has contacted the lead, and how the promised first contact went. */
type Contacted = '' | 'true' | 'false';
type FirstContact = '' | 'in_time' | 'too_late';
type Layout = 'table' | 'board';
export type ListSort = { sort_by: SortableField; sort_order: 'asc' | 'desc' };

/** The filters that take several values, any of which may match, each with its valid values. */
const SEVERAL = {
  status: (value: string) => value.length <= LEAD_FIELDS.status.max,
  source: (value: string) => value.length <= LEAD_FIELDS.source.max,
  lost_reason: (value: string) => value.length <= LEAD_FIELDS.lost_reason.max,
  assigned_to: (value: string) => value === 'me' || value === 'none' || isId(value),
  interest_level: (value: string) => value.length <= LEAD_FIELDS.interest_level.max,
  product_id: isId,
  tags: (value: string) => value.length <= MAX_TAG_LENGTH,
  created: isRelativeDays,
  next_followup: (value: string) => FOLLOW_UP_WORDS.some((word) => word === value) || isRelativeDays(value),
  last_contacted: (value: string) => CONTACT_WORDS.some((word) => word === value) || isRelativeDays(value),
} as const;
type SeveralKey = keyof typeof SEVERAL;
const SEVERAL_KEYS = Object.keys(SEVERAL) as SeveralKey[];

/** The state of the lead list. All of it is in the address, so that Back and a copied link restore it. */
export type ListState = {
  search: string;
  /** The saved view that opened the list, `all` for the list without one; '' for the user's default view. */
  view: string;
  /** A table of rows, or columns by status. */
  layout: Layout;
  meaning: Meaning;
  /** 'true': leads without a source. */
  no_source: '' | 'true';
  /** A status that the leads have had, or a later one. */
  reached: string;
  created_by: string;
  client_id: string;
  archived: Archived;
  duplicates: Duplicates;
  next_step: NextStep;
  is_contacted: Contacted;
  first_contact: FirstContact;
  from_date: string;
  to_date: string;
  /** Conversion dates. */
  converted_from: string;
  converted_to: string;
  /** In rupees, as typed; '' for an open end. */
  min_value: string;
  max_value: string;
  /** Leads listed by id, separated by commas. */
  ids: string;
  /** The operation of an import. */
  import_id: string;
  /** Filters by custom fields, in the format that `writeCustomFilters` writes. */
  custom: string;
  page: number;
  limit: number;
} & Record<SeveralKey, readonly string[]> &
  ListSort;

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
  ...unchecked<Record<SeveralKey, readonly string[]>>(
    Object.fromEntries(SEVERAL_KEYS.map((key) => [key, []])),
  ),
  meaning: '',
  no_source: '',
  reached: '',
  created_by: '',
  client_id: '',
  archived: 'active',
  duplicates: '',
  next_step: '',
  is_contacted: '',
  first_contact: '',
  from_date: '',
  to_date: '',
  converted_from: '',
  converted_to: '',
  min_value: '',
  max_value: '',
  ids: '',
  import_id: '',
  custom: '',
  ...DEFAULT_SORT,
  page: 1,
  limit: PAGE_SIZES[0],
};

/** The settings that Reset Filters clears. */
export const FILTER_KEYS = [
  'status',
  'meaning',
  'lost_reason',
  'source',
  'no_source',
  'reached',
  'assigned_to',
  'created_by',
  'client_id',
  'archived',
  'duplicates',
  'next_step',
  'next_followup',
  'last_contacted',
  'created',
  'from_date',
  'to_date',
  'is_contacted',
  'first_contact',
  'converted_from',
  'converted_to',
  'interest_level',
  'product_id',
  'tags',
  'min_value',
  'max_value',
  'ids',
  'import_id',
  'custom',
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** Reads the address. Invalid parts count as missing. `sort` applies if the address has none. */
export function readListState(search: URLSearchParams, sort: ListSort = DEFAULT_SORT): ListState {
  const state = { ...DEFAULT_STATE, ...sort };
  state.search = [...(search.get('search') ?? '')].slice(0, MAX_SEARCH).join('');
  for (const key of SEVERAL_KEYS) {
    const values = search.getAll(key).filter((value) => value !== '' && SEVERAL[key](value));
    state[key] = [...new Set(values)].slice(0, MAX_VALUES);
  }
  for (const key of ['created_by', 'client_id', 'import_id'] as const) {
    const value = search.get(key) ?? '';
    state[key] = isId(value) ? value : '';
  }
  for (const key of ['min_value', 'max_value'] as const) {
    const value = search.get(key) ?? '';
    state[key] = isAmount(value) ? value : '';
  }
  const ids = search.get('ids') ?? '';
  if (ids !== '' && ids.split(',').every(isId)) state.ids = ids;
  const views = search.getAll('view');
  state.view = views.find((view) => view === ALL_LEADS || isId(view)) ?? '';
  if (views.includes(BOARD)) state.layout = BOARD;
  Object.assign(state, readDays(search));
  const converted = readDays(search, ['converted_from', 'converted_to']);
  [state.converted_from, state.converted_to] = [converted.from_date, converted.to_date];
  state.custom = writeCustomFilters(readCustomFilters(search.get('custom') ?? '') ?? {});
  state.meaning = oneOf(search.get('meaning'), 'open', 'won', 'lost');
  const archived = search.get('archived');
  if (archived === 'archived' || archived === 'all') state.archived = archived;
  state.duplicates = oneOf(search.get('duplicates'), 'only', 'none');
  state.no_source = oneOf(search.get('no_source'), 'true');
  const reached = search.get('reached') ?? '';
  if (SEVERAL.status(reached)) state.reached = reached;
  state.next_step = oneOf(search.get('next_step'), 'none');
  state.is_contacted = oneOf(search.get('is_contacted'), 'true', 'false');
  state.first_contact = oneOf(search.get('first_contact'), 'in_time', 'too_late');
  const sortBy = search.get('sort_by');
  if (isSortable(sortBy)) state.sort_by = sortBy;
  const order = search.get('sort_order');
  if (order === 'asc' || order === 'desc') state.sort_order = order;
  const page = Number(search.get('page'));
  if (Number.isInteger(page) && page >= 1) state.page = page;
  const limit = PAGE_SIZES.find((size) => size === Number(search.get('limit')));
  if (limit) state.limit = limit;
  return state;
}

const oneOf = <Value extends string>(text: string | null, ...values: Value[]): Value | '' =>
  values.find((value) => value === text) ?? '';

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
 * by custom fields and by the order of statuses.
 */
export function changeListState(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...(change.client_id !== undefined && { custom: '', reached: '' }), ...change };
}

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

export function isSortable(field: unknown): field is SortableField {
  return (SORTABLE_FIELDS as readonly unknown[]).includes(field);
}

/** The settings that differ from their default. */
export function activeFilters(state: ListState): FilterKey[] {
  return FILTER_KEYS.filter((key) => !isDefault(state, key));
}

function isDefault(state: ListState, key: keyof ListState): boolean {
  const value = state[key];
  return Array.isArray(value) ? value.length === 0 : value === DEFAULT_STATE[key];
}

/** Whether a text is an amount of rupees that the server can compare. */
export function isAmount(text: string): boolean {
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(text);
}

/**
 * The invalid filters of an address, by their names there. Such a filter is left out, and the list shows that
 * (behaviour: filters).
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
export function withoutFilters(): Partial<ListState> {
  const defaults = FILTER_KEYS.map((key) => [key, DEFAULT_STATE[key]] as const);
  return { search: '', ...Object.fromEntries(defaults) };
}
