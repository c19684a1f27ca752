import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { LEAD_CONFIG_KEY } from '#shared/fields/field-configuration.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const change = async (person: Person, id: string, body: object) =>
  (await app.call(leads.update, { params: { id }, body }, person.token)).body.data;
const found = async ({ token }: Person, query: Record<string, string | string[]>) => {
  const reply = await app.call(leads.list, { query: { ...query, page: '1' } as never }, token);
  return reply.body.data.map(({ name }) => name).toSorted();
};

test('a lost lead has a reason, which is cleared on reopening and stays in the history', async () => {
  const { rep } = world.alpha;
  const { id } = await createLead(app, rep, { name: 'Asha' });
  const params = { id };
  // A reason is optional.
  const skipped = await app.call(leads.setStatus, { params, body: { status: 'lost' } }, rep.token);
  assert.equal(skipped.body.data.lost_reason, null);
  assert.equal((await change(rep, id, { lost_reason: 'Too expensive' })).lost_reason, 'too_expensive');
  assert.equal((await change(rep, id, { status: 'contacted' })).lost_reason, null);
  // A lead that is not lost has no reason, even if one is sent.
  assert.equal((await change(rep, id, { lost_reason: 'no_budget' })).lost_reason, null);
  assert.equal((await change(rep, id, { status: 'new', lost_reason: 'no_budget' })).lost_reason, null);
  const body = { status: 'lost', lost_reason: 'no_budget', version: (await change(rep, id, {})).version };
  assert.equal(
    (await app.call(leads.setStatus, { params, body }, rep.token)).body.data.lost_reason,
    'no_budget',
  );
  assert.equal((await app.call(leads.setStatus, { params, body }, rep.token)).status, 412);
  const converted = await app.call(leads.convert, { params, body: {} }, rep.token);
  assert.equal(converted.body.data.lost_reason, null);
  const history = await app.call(leadHistory.list, { params }, rep.token);
  const reasons = history.body.data.flatMap((entry) =>
    entry.type === 'change' ? (entry.changes ?? []).filter(({ field }) => field === 'lost_reason') : [],
  );
  assert.deepEqual(
    reasons.map(({ old, new: now }) => [old, now]),
    [
      ['No budget', null],
      [null, 'No budget'],
      ['Too expensive', null],
      [null, 'Too expensive'],
    ],
  );
  const born = await createLead(app, rep, { name: 'Born lost', status: 'lost', lost_reason: 'no_need' });
  assert.equal(
    (await app.call(leads.get, { params: { id: born.id } }, rep.token)).body.data.lost_reason,
    'no_need',
  );
});

test('leads are filtered by reason, changed in bulk, and exported with it where the list shows the field', async () => {
  const { rep, admin, id: tenantId } = await createTestClient(app, 'reasons');
  for (const [name, lost_reason] of [
    ['A', 'no_budget'],
    ['B', 'no_need'],
    ['C', 'other'],
  ] as const)
    await createLead(app, rep, { name, status: 'lost', lost_reason });
  await createLead(app, rep, { name: 'Open' });
  assert.deepEqual(await found(rep, { lost_reason: ['no_budget', 'other'] }), ['A', 'C']);
  assert.deepEqual(await found(rep, { lost_reason: 'no_need' }), ['B']);

  const updates = { status: 'lost', lost_reason: 'too_expensive', tags_mode: 'add' as const };
  const bulk = { matching: { client_id: tenantId, meaning: 'open' as const }, updates };
  const done = await app.call(leadBulk.update, { body: bulk }, world.superadmin.token);
  assert.equal(done.body.data.updated, 1, done.text);
  assert.deepEqual(await found(rep, { lost_reason: 'too_expensive' }), ['Open']);

  assert.doesNotMatch((await app.call(leadExport.run, {}, rep.token)).text, /Lost Reason|no_budget/);
  const read = await app.call(fieldConfiguration.get, { params: { tenantId } }, admin.token);
  const setting = read.body.data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY)
    ?.effective_value.lost_reason;
  assert.ok(setting);
  const config_value = {
    lost_reason: { ...setting, showTable: true, options: [{ value: 'price', label: 'Our price' }] },
  };
  const saved = await app.call(
    fieldConfiguration.update,
    { params: { tenantId }, body: { config_value } },
    admin.token,
  );
  assert.equal(saved.status, 200, saved.text);
  assert.match((await app.call(leadExport.run, {}, rep.token)).text, /Lost Reason[^]*no_budget/);
  // The client's own reasons are recognised by their labels.
  const { id } = await createLead(app, rep, { name: 'D', status: 'lost', lost_reason: 'our PRICE' });
  assert.equal((await change(rep, id, {})).lost_reason, 'price');

  // An import that reopens a lead clears its reason, and leaves those of others alone.
  const rows = [
    { Name: 'D', Email: 'd@example.com', Status: 'contacted' },
    { Name: 'E', Email: 'e@example.com', Status: 'lost' },
  ];
  await change(rep, id, { email: 'd@example.com' });
  const e = await createLead(app, rep, {
    name: 'E',
    email: 'e@example.com',
    status: 'lost',
    lost_reason: 'price',
  });
  const imported = await app.call(
    leadImport.run,
    { body: { leads: rows, update_existing: true } },
    rep.token,
  );
  assert.equal(imported.body.data.failed, 0, imported.text);
  assert.deepEqual(
    [(await change(rep, id, {})).lost_reason, (await change(rep, e.id, {})).lost_reason],
    [null, 'price'],
  );
});
