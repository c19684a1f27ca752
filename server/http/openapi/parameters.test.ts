import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILTER_KEYS, LEAD_FILTERS, LeadFilters } from '#shared/fields/lead-filters.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { openApi } from './openapi.ts';

type Operation = { operationId: string; parameters: { name: string; description?: string }[] };
const { paths } = unchecked<{ paths: Record<string, Record<string, Operation>> }>(await openApi());
const operations = Object.values(paths).flatMap((path) => Object.values(path));

test('every parameter in the API document says what it means', () => {
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ description }) => description?.endsWith('.') !== true)
      .map(({ name }) => `${operationId}: ${name}`),
  );
  assert.deepEqual(silent, []);
});

test('the API document names the words that filters by days take', () => {
  const { parameters = [] } = operations.find(({ operationId }) => operationId === 'leadsList') ?? {};
  for (const key of FILTER_KEYS) {
    const filter = LEAD_FILTERS[key];
    if (filter.kind !== 'days') continue;
    const { description = '' } = parameters.find(({ name }) => name === key) ?? {};
    const words = [...description.matchAll(/`(\w+)`/g)].map(([, word]) => word);
    assert.ok(words.length > 5, description);
    for (const word of words) assert.ok(LeadFilters.safeParse({ [key]: word }).success, `${key}=${word}`);
  }
});
