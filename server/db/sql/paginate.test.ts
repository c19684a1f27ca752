import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cappedPageOf, containing, COUNT_CAP, pageOf } from './paginate.ts';

test('the last page can be reached, and there is always at least one', () => {
  const pages = [0, 1, 11, 12, 13, 24, 25].map((total) => pageOf({ page: 1, limit: 12 }, total).totalPages);
  assert.deepEqual(pages, [1, 1, 1, 1, 2, 2, 3]);
});

test('a total beyond the counting limit is marked as such', () => {
  const query = { page: 1, limit: 10 };
  assert.deepEqual(cappedPageOf(query, COUNT_CAP), {
    ...query,
    total: COUNT_CAP,
    totalPages: COUNT_CAP / 10,
  } as never);
  assert.equal(cappedPageOf(query, COUNT_CAP + 1).total, COUNT_CAP);
  assert.equal(cappedPageOf(query, COUNT_CAP + 1).totalIsCapped, true);
});

test('LIKE wildcards in a search are escaped', () => {
  assert.equal(containing('50%_a\\b'), '%50\\%\\_a\\\\b%');
});
