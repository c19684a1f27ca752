import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
before(async () => {
  // A superadmin becomes a guest of a client with the first write there.
  await createLead(app, world.superadmin, {}, world.alpha.id);
  await createLead(app, world.superadmin, {}, world.beta.id);
});

const update = async (body: object) => await app.call(leadBulk.update, { body }, world.superadmin.token);
const remove = async (body: object) => await app.call(leadBulk.remove, { body }, world.superadmin.token);
const fresh = async () => await createLead(app, world.alpha.rep);
const read = async (id: string) =>
  (await app.call(leads.get, { params: { id } }, world.superadmin.token)).body.data;

test('a selection of all leads must say everything, for one client at a time', async () => {
  const client_id = world.alpha.id;
  const before = await digestOf(app);
  for (const [matching, message] of [
    [{}, /everything/],
    [{ client_id }, /everything/],
    [{ client_id, show_all: 'true' }, /everything/],
    [{ client_id, is_archived: 'false' }, /everything/],
    [{ client_id, search: '' }, 'The filter search is empty.'],
    [{ client_id, search: '  ', status: 'new' }, 'The filter search is empty.'],
    [{ client_id, custom: '{}' }, /everything/],
    [{ client_id, no_source: 'false', no_next_step: 'false' }, /everything/],
    [{ client_id, status: [] }, 'A filter needs at least one value.'],
    [{ client_id, everything: 'true' }, 'everything must be true.'],
    [{ client_id, everything: false }, 'everything must be true.'],
    [{ everything: true }, 'Choose a client.'],
    [{ client_id, everything: true, status: 'new' }, /leave out the filter status/],
  ] as const) {
    const replies = [await update({ matching, updates: { lead_score: 12 } }), await remove({ matching })];
    for (const { status, body } of replies) {
      assert.equal(status, 422, JSON.stringify(matching));
      if (typeof message === 'string') assert.equal(body.message, message);
      else assert.match(body.message, message);
    }
  }
  assert.deepEqual(await digestOf(app), before);
});

test('everything covers all leads of a client, including archived ones unless filtered', async () => {
  const { beta } = world;
  const archived = await createLead(app, beta.rep, { name: 'Archived' });
  const body = { is_archived: true };
  await app.call(leads.setArchived, { params: { id: archived.id }, body }, beta.manager.token);
  const active = await createLead(app, beta.rep, { name: 'Active' });
  const scores = async () => [(await read(archived.id)).lead_score, (await read(active.id)).lead_score];
  const all = { everything: true, client_id: beta.id };
  await update({ matching: all, updates: { lead_score: 21 } });
  assert.deepEqual(await scores(), [21, 21]);
  await update({ matching: { ...all, is_archived: 'false' }, updates: { lead_score: 22 } });
  assert.deepEqual(await scores(), [21, 22]);
  assert.notEqual((await fresh()).lead_score, 22);
});

test('an id that never existed is skipped and reported like one in the trash, and the others are changed', async () => {
  const [here, nowhere] = [await fresh(), randomUUID()];
  const failures = [{ id: nowhere, name: 'A lead', message: 'This lead does not exist.' }];
  const updated = await update({ lead_ids: [nowhere, here.id], updates: { lead_score: 31 } });
  assert.deepEqual([updated.body.data.updated, updated.body.data.failures], [1, failures]);
  assert.equal(updated.body.message, 'Successfully updated 1 leads; 1 could not be updated');
  const removed = await remove([here.id, nowhere]);
  assert.deepEqual([removed.body.data.deleted, removed.body.data.failures], [1, failures]);
});
