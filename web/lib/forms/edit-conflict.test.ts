import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { metBy } from './edit-conflict.ts';

const before = { url: 'https://a.example/one', events: ['lead.created'], amount: 100 };
const met = (typed: Partial<typeof before>, theirs: Partial<typeof before>) =>
  metBy({ before, typed: { ...before, ...typed }, theirs: { ...before, ...theirs } });

test('typed values stay, untouched ones follow, and only what both changed is asked', () => {
  const { values, mine, others, isSaved } = met({ amount: 500 }, { amount: 777, events: [] });
  assert.deepEqual(values, { ...before, amount: 500, events: [] });
  assert.deepEqual([mine, others, isSaved], [{ amount: 500 }, ['events'], false]);
  assert.deepEqual(met({ amount: 500 }, { events: [] }).mine, {});
  assert.deepEqual(met({ amount: 500, url: 'b' }, { amount: 500 }).mine, {});
});

test('a field that was added or removed meanwhile causes no conflict', () => {
  const { events, amount } = before;
  const rest = { events, amount };
  const added = { ...before, url: 'https://a.example/two' };
  assert.deepEqual(metBy<Partial<typeof before>>({ before: rest, typed: rest, theirs: added }), {
    isSaved: true,
    values: added,
    mine: {},
    others: [],
  });
  const typed = { ...before, url: 'https://a.example/two', amount: 500 };
  assert.deepEqual(metBy<Partial<typeof before>>({ before, typed, theirs: rest }), {
    isSaved: false,
    values: { ...rest, amount: 500 },
    mine: {},
    others: [],
  });
});

test('an edit that the row already holds was saved, and its answer lost', () => {
  const url = 'https://a.example/two';
  assert.equal(met({ url }, { url }).isSaved, true);
  assert.equal(met({ url, amount: 1 }, { url }).isSaved, false);
});

test('every form of a row that others may edit sends its version and meets their edit', () => {
  const web = join(import.meta.dirname, '../..');
  const forms = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|useEditConflict\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(web, file), 'utf8')] as const)
    .filter(([, text]) => /useEditConflict[<(]/.test(text));
  // Leads, their fields, products, clients, users, templates, views, webhooks, sources, provider, second factor,
  // visibility, working hours.
  assert.equal(forms.length, 13, forms.map(([file]) => file).join());
  for (const [file, text] of forms) {
    assert.match(text, /version: (edit|now)\.version/, file);
    assert.match(text, /useFormCall\(form, \{\s+edit[,:]|edit\.meets\(/, file);
  }
});
