import assert from 'node:assert/strict';
import { leads } from '#shared/leads/leads.ts';
import type { TestApp } from '#test/app.ts';

/** Names of the leads that a search finds, sorted; a page and the whole list must agree. */
export async function namesFound(app: TestApp, token: string, search: string): Promise<string[]> {
  const query = { search, sort_by: 'name', sort_order: 'asc' };
  const paged = await app.call(leads.list, { query: { ...query, page: '1', limit: '100' } }, token);
  assert.equal(paged.status, 200, paged.text);
  const every = await app.call(leads.list, { query }, token);
  assert.deepEqual(every.body.data, paged.body.data);
  assert.equal(paged.body.pagination.total, paged.body.data.length);
  return paged.body.data.map(({ name }) => name);
}
