import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leads } from '#shared/leads/leads.ts';
import { MOST_FOUND, search } from '#shared/activities/search.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep } = world.alpha;

async function found(q: string, token = rep.token): Promise<string[]> {
  const { body, text, status } = await app.call(search.find, { query: { q } }, token);
  assert.equal(status, 200, text);
  return body.data.map(({ name }) => name);
}

test('the newest eight matching leads are found, including by a phone number in any format', async () => {
  for (let number = 1; number <= 9; number += 1)
    await createLead(app, rep, { name: `Palette ${number}`, phone: `+91 98765 4321${number}` });
  assert.equal(MOST_FOUND, 8);
  assert.deepEqual(
    await found('palette'),
    [9, 8, 7, 6, 5, 4, 3, 2].map((number) => `Palette ${number}`),
  );
  assert.deepEqual(await found('(098765) 43-217'), ['Palette 7']);
  assert.deepEqual(await found('43214'), ['Palette 4']);
});

test('archived leads are found and marked, and deleted ones and those of other clients are not found', async () => {
  const archived = await createLead(app, rep, { name: 'Vikas Archived' });
  await app.call(leads.setArchived, { params: { id: archived.id }, body: { is_archived: true } }, rep.token);
  const deleted = await createLead(app, rep, { name: 'Vikas Deleted' });
  await app.call(leads.remove, { params: { id: deleted.id } }, world.alpha.manager.token);
  await createLead(app, world.beta.rep, { name: 'Vikas Elsewhere' });
  const { body } = await app.call(search.find, { query: { q: 'vikas' } }, rep.token);
  assert.deepEqual(
    body.data.map(({ name, is_archived }) => [name, is_archived]),
    [['Vikas Archived', true]],
  );
  // Users with access to all clients find both, with the client of each lead.
  const all = await app.call(search.find, { query: { q: 'vikas' } }, world.superadmin.token);
  assert.deepEqual(
    all.body.data.map(({ name, client_name }) => [name, Boolean(client_name)]),
    [
      ['Vikas Elsewhere', true],
      ['Vikas Archived', true],
    ],
  );
});

test('a search without text is refused with a message', async () => {
  const { status, body } = await app.call(search.find, { query: { q: ' ' } }, rep.token);
  assert.equal(status, 422);
  assert.equal((body as { message?: string }).message, 'Type something to search for.');
});
