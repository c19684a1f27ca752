import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients } from '#shared/installation/clients.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import { search } from '#shared/activities/search.ts';
import { users } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { namesFound } from '#test/leads/search.ts';
import { PASSWORD, createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const found = async (text: string, token = world.alpha.rep.token) => await namesFound(app, token, text);

/** A text as stored, and how people type it in a search. */
const SPELLINGS: readonly (readonly [written: string, typed: readonly string[]])[] = [
  ['Álvaro Núñez', ['alvaro', 'nunez', 'ALVARO NUNEZ', 'Núñez', 'A\u0301lvaro', 'al']],
  ['Amy D’Unger', ["D'Unger", 'd’unger', 'D`Unger', 'Dʼunger']],
  ["Tom O'Brien", ['O’Brien', "o'brien", 'O´BRIEN', 'tom o‘brien']],
  ['Jörg Weiß', ['jorg', 'weiss', 'WEISS', 'Weiß', 'WEIẞ', 'jo']],
  ['Łukasz Øster', ['lukasz', 'oster', 'łukasz', 'ØSTER', 'lu']],
  ['Đorđe Ærø', ['dorde', 'aero', 'ÆRØ', 'do']],
  ['The “Best” Homes', ['"best"', '“best”', '«best»']],
  ['Anna–Maria Kos', ['anna-maria', 'Anna—Maria']],
  ['Čačak Žižek', ['cacak zizek', 'Žižek', 'ca']],
];

test('a lead is found by name as people type it, in the list and the palette', async () => {
  for (const [name] of SPELLINGS) await createLead(app, world.alpha.rep, { name });
  for (const [name, typed] of SPELLINGS) {
    for (const text of typed) {
      assert.deepEqual(await found(text), [name], text);
      const reply = await app.call(search.find, { query: { q: text } }, world.alpha.rep.token);
      assert.deepEqual(reply.body.data.map((lead) => lead.name), [name], text); // prettier-ignore
      assert.deepEqual(await found(text, world.superadmin.token), [name], `${text}, of all clients`);
    }
  }
});

test('companies, places and notes are folded, and so are names in the trash', async () => {
  const { rep, manager } = world.beta;
  const lead = await createLead(app, rep, { name: 'Found', company_name: 'Müller’s Café' });
  for (const text of ["muller's cafe", 'Müller‘s', 'mu'])
    assert.deepEqual(await found(text, rep.token), ['Found'], text);
  await createLead(app, rep, { name: 'Placed', location: 'Kraków', tags: ['façade'] });
  for (const text of ['krakow', 'facade']) assert.deepEqual(await found(text, rep.token), ['Placed'], text);
  await app.call(
    leadNotes.create,
    { params: { id: lead.id }, body: { body: 'Crème brûlée at “Zoë’s”' } },
    rep.token,
  );
  for (const text of ['creme', "zoe's", '“creme brulee”'.slice(1, -1)])
    assert.deepEqual(await found(text, rep.token), ['Found'], text);
  const gone = await createLead(app, rep, { name: 'Ólafur' });
  await app.call(leads.remove, { params: { id: gone.id } }, manager.token);
  const trash = await app.call(leadTrash.list, { query: { search: 'olaf' } }, manager.token);
  assert.deepEqual(trash.body.data.map(({ name }) => name), ['Ólafur']); // prettier-ignore
});

test('a text of nothing but accents is no search', async () => {
  assert.deepEqual((await found('\u0301')).length, (await found('')).length);
});

test('users, clients and products are found and sorted regardless of accents and case', async () => {
  const { superadmin, alpha } = world;
  await renamed();
  const query = { client_id: alpha.id, search: 'zz' };
  const people = (await app.call(users.list, { query }, superadmin.token)).body.data.users;
  assert.deepEqual(
    people.map(({ firstName }) => firstName),
    ['Anoop', 'arun', 'Émile', 'Lakshmi', 'Zubin'],
  );
  const emile = await app.call(users.list, { query: { search: "emile d'zz" } }, superadmin.token);
  assert.deepEqual(emile.body.data.users.map(({ lastName }) => lastName), ['D’Zz']); // prettier-ignore
  const named = async (text: string) =>
    (await app.call(clients.list, { query: { search: text } }, superadmin.token)).body.data.clients.map(
      ({ clientName }) => clientName,
    );
  assert.deepEqual(await named('client of'), ['aa client of', 'Éb client of', 'Zz client of']);
  assert.deepEqual(await named('eb client'), ['Éb client of']);
  for (const name of ['table', 'Étagère', 'Chair'])
    await app.call(products.create, { body: { name, price: 1 } }, alpha.manager.token);
  const list = async (more: object) =>
    (
      await app.call(
        products.list,
        { query: { ...more, sort_by: 'name', sort_order: 'asc' } },
        alpha.rep.token,
      )
    ).body.data.map(({ name }) => name);
  assert.deepEqual(await list({}), ['Chair', 'Étagère', 'table']);
  assert.deepEqual(await list({ search: 'etagere' }), ['Étagère']);
});

/** Renames five users of alpha and three clients, so that byte order would sort them differently. */
async function renamed(): Promise<void> {
  const names = [
    ['Zubin', 'Zz'],
    ['arun', 'zz'],
    ['Émile', 'D’Zz'],
    ['Anoop', 'Zz'],
    ['Lakshmi', 'Zz'],
  ];
  const account = { password: PASSWORD, roleId: ROLE_IDS.salesrep, clientId: world.alpha.id };
  for (const [index, [firstName = '', lastName = '']] of names.entries()) {
    const body = { ...account, firstName, lastName, email: `named.${index}@example.com` };
    const reply = await app.call(users.create, { body }, world.superadmin.token);
    assert.equal(reply.status, 201, reply.text);
  }
  for (const [index, clientName] of ['Zz client of', 'aa client of', 'Éb client of'].entries()) {
    const reply = await app.call(
      clients.create,
      { body: { clientName, schemaName: `named_${index}` } },
      world.superadmin.token,
    );
    assert.equal(reply.status, 201, reply.text);
  }
}
