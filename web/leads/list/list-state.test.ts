import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import { FILTER_KEYS, LEAD_FILTERS, LeadFilters, MAX_SEARCH } from '#shared/fields/lead-filters.ts';
import type { FilterKey } from '#shared/fields/lead-filters.ts';
import { MAX_PAGE } from '#shared/protocol/pagination.ts';
import { filterQuery, listQuery } from './list-query.ts';
import {
  DEFAULT_STATE,
  activeFilters,
  changeListState,
  countFilters,
  droppedFilters,
  isValue,
  readListState,
  sortedBy,
  viewAddress,
  writeListState,
} from './list-state.ts';

test('an empty address is the default list and stays empty', () => {
  assert.deepEqual(readListState(new URLSearchParams()), DEFAULT_STATE);
  assert.equal(writeListState(DEFAULT_STATE).toString(), '');
});

test('every part of the state survives the address', () => {
  const state = {
    ...DEFAULT_STATE,
    search: 'राम & co',
    view: 'all',
    layout: 'board' as const,
    status: ['won?', 'new'],
    assigned_to: ['me', 'none'],
    tags: ['VIP, gold'],
    next_followup: ['overdue', 'none'],
    created: ['last_90_days'],
    min_value: '50000.50',
    meaning: 'lost' as const,
    archived: 'all' as const,
    duplicates: 'only' as const,
    next_step: 'none' as const,
    no_source: 'true' as const,
    reached: 'qualified',
    from_date: '2026-01-31',
    custom: '{"city":"दिल्ली & co","seats":"10.."}',
    sort_by: 'name' as const,
    sort_order: 'desc' as const,
    page: 3,
    limit: 36,
  };
  assert.deepEqual(readListState(new URLSearchParams(writeListState(state).toString())), state);
});

test('every filter is in the address, in the request and among the active filters', () => {
  const texts: Partial<Record<FilterKey, string>> = {
    custom: '{"city":"Pune"}',
    next_followup: 'overdue',
    min_value: '5',
    max_value: '6',
  };
  const [id, day] = ['01990000-0000-7000-8000-000000000001', '2026-01-31'];
  for (const key of FILTER_KEYS) {
    const filter: LeadFilter = LEAD_FILTERS[key];
    const [choice = ''] =
      filter.kind === 'choice' ? Object.keys(filter.choices).filter((one) => one !== filter.initial) : [];
    const value = texts[key] ?? [choice, id, day, 'today', 'any'].find((one) => isValue(filter, one)) ?? '';
    const state = readListState(new URLSearchParams({ [key]: value }));
    assert.deepEqual(activeFilters(state), [key]);
    assert.equal(writeListState(state).get(key), value);
    const { is_archived, ...query } = filterQuery(state);
    const sent = filter.kind === 'choice' ? filter.choices[value]?.sends : undefined;
    const named = { [key]: Array.isArray(state[key]) ? [value] : value };
    assert.deepEqual(
      { is_archived, ...query },
      { is_archived: 'false', ...(sent ?? named), ...(sent?.['show_all'] && { is_archived: undefined }) },
    );
    assert.ok(LeadFilters.safeParse(filterQuery(state)).success, key);
  }
});

test('one address parameter names a saved view, the board, or both', () => {
  const view = '01990000-0000-7000-8000-000000000001';
  const read = (text: string) => {
    const { view: found, layout } = readListState(new URLSearchParams(text));
    return [found, layout];
  };
  assert.deepEqual(read('view=board'), ['', 'board']);
  assert.deepEqual(read(`view=${view}&view=board`), [view, 'board']);
  assert.deepEqual(read(`view=${view}`), [view, 'table']);
  assert.equal(writeListState({ ...DEFAULT_STATE, layout: 'board' }).toString(), 'view=board');
  // A saved view keeps the board and not its own id.
  assert.equal(viewAddress({ ...DEFAULT_STATE, view, layout: 'board', page: 2 }), 'view=board');
});

test('invalid values in the address are ignored', () => {
  const search = new URLSearchParams(
    'page=-1&limit=13&sort_by=password&sort_order=up&archived=maybe&meaning=maybe&from_date=2026-02-30&assigned_to=abc&created_by=me&client_id=1',
  );
  assert.deepEqual(readListState(search), DEFAULT_STATE);
  // The server refuses pages beyond the last one that it counts to.
  const page = (number: number) => readListState(new URLSearchParams({ page: String(number) })).page;
  assert.deepEqual([page(MAX_PAGE), page(MAX_PAGE + 1)], [MAX_PAGE, 1]);
  const long = new URLSearchParams({ search: 'x'.repeat(MAX_SEARCH + 1) });
  assert.equal(readListState(long).search.length, MAX_SEARCH);
});

test('invalid filters are named, so that the list can report them', () => {
  const dropped = (text: string) => droppedFilters(new URLSearchParams(text));
  assert.deepEqual(dropped('status=new&assigned_to=me&assigned_to=abc&search=x&page=0'), ['assigned_to']);
  assert.deepEqual(dropped('created=someday&min_value=-1&from_date=2026-02-30&archived=maybe&client_id='), [
    'created',
    'from_date',
    'archived',
    'min_value',
  ]);
  assert.deepEqual(dropped(writeListState({ ...DEFAULT_STATE, status: ['a', 'b'] }).toString()), []);
  assert.deepEqual(dropped('archived=active'), []);
});

test('changing the search, filter or sort returns to page 1, and changing the page does not', () => {
  const third = { ...DEFAULT_STATE, page: 3 };
  assert.equal(changeListState(third, { search: 'a' }).page, 1);
  assert.equal(changeListState(third, sortedBy(third, 'name')).page, 1);
  assert.equal(changeListState(third, { page: 4 }).page, 4);
});

test('created_at starts descending, others ascending, and the same column toggles', () => {
  assert.deepEqual(sortedBy(DEFAULT_STATE, 'name'), { sort_by: 'name', sort_order: 'asc' });
  assert.deepEqual(sortedBy(DEFAULT_STATE, 'created_at'), { sort_order: 'asc' });
  const byFollowUp = { ...DEFAULT_STATE, ...sortedBy(DEFAULT_STATE, 'next_followup_date') };
  assert.equal(byFollowUp.sort_order, 'asc');
  assert.deepEqual(sortedBy(byFollowUp, 'created_at'), { sort_by: 'created_at', sort_order: 'desc' });
});

test('archived becomes is_archived, or show_all for both', () => {
  assert.equal(listQuery(DEFAULT_STATE)?.is_archived, 'false');
  assert.equal(listQuery({ ...DEFAULT_STATE, archived: 'archived' })?.is_archived, 'true');
  const all = listQuery({ ...DEFAULT_STATE, archived: 'all' });
  assert.equal(all?.show_all, 'true');
  assert.equal(all?.is_archived, undefined);
});

test('only values that differ from their default count as filters', () => {
  assert.deepEqual(activeFilters({ ...DEFAULT_STATE, search: 'x', page: 2 }), []);
  assert.deepEqual(activeFilters({ ...DEFAULT_STATE, status: ['new'], archived: 'all' }), [
    'status',
    'archived',
  ]);
});

test('a saved sort applies when the address names none, and a changed address names it', () => {
  const saved = { sort_by: 'name', sort_order: 'asc' } as const;
  const fresh = readListState(new URLSearchParams(), saved);
  assert.equal(fresh.sort_by, 'name');
  assert.equal(writeListState(fresh, saved).get('sort_by'), 'name');
  const search = writeListState({ ...fresh, sort_by: 'created_at', sort_order: 'desc' }, saved);
  assert.equal(readListState(search, saved).sort_by, 'created_at');
});

test('a reversed date range is not a filter', () => {
  const state = readListState(new URLSearchParams('from_date=2026-02-01&to_date=2026-01-01'));
  assert.deepEqual(activeFilters(state), []);
});

test('unset values are not requested', () => {
  assert.deepEqual(filterQuery(DEFAULT_STATE), { is_archived: 'false' });
  assert.deepEqual(filterQuery({ ...DEFAULT_STATE, search: 'a', duplicates: 'none', archived: 'all' }), {
    search: 'a',
    is_duplicate: 'false',
    show_all: 'true',
  });
});

test('custom field filters are one text, and broken or empty ones are none', () => {
  const custom = '{"city":"Delhi","size":"l"}';
  const read = (text: string) => readListState(new URLSearchParams({ custom: text })).custom;
  assert.equal(read('{"size":"l","city":"Delhi"}'), custom);
  for (const broken of ['{', '[]', '{"Size":"l"}', '{"size":""}', '{"size":7}', '{}'])
    assert.equal(read(broken), '');
  const state = { ...DEFAULT_STATE, client_id: 'c1', custom };
  assert.equal(filterQuery(state).custom, custom);
  assert.equal(countFilters(state), 3);
  // Filters by custom fields belong to one client.
  assert.equal(changeListState(state, { client_id: '' }).custom, '');
  assert.equal(changeListState(state, { status: ['new'] }).custom, custom);
});
