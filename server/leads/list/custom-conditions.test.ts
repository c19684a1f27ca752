import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import type { CustomValues } from '#shared/fields/custom-fields.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leads } from '#shared/leads/leads.ts';
import { findClient } from '#server/db/find-client.ts';
import { addEveryType } from '#test/leads/custom-fields.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const held = {
  Asha: { shirt_size: 'l', seats: 10, fee: 99.5, visit: '2026-12-24T18:29:59Z', languages: ['Hindi', 'Tamil'], vip: true, nickname: 'Ashu 100%', office_mail: 'a@x.in' },
  Ravi: { shirt_size: 'm', seats: 20, visit: '2026-12-24T18:30:00Z', languages: ['Tamil'], nickname: 'RAVI_1' },
  Lena: { seats: -1.5, visit: '2026-12-25T18:30:00Z', about_them: 'Likes ashu' },
  Omar: {},
} as const; // prettier-ignore
before(async () => {
  await addEveryType(app, world.alpha);
  for (const [name, custom] of Object.entries(held))
    await createLead(app, world.alpha.rep, {
      name,
      custom: structuredClone<object>(custom) as CustomValues,
    });
});

const list = async (custom: string, { token }: Person = world.alpha.rep, more: Record<string, string> = {}) =>
  await app.call(
    leads.list,
    { query: { page: '1', custom, sort_by: 'name', sort_order: 'asc', ...more } },
    token,
  );

const FOUND: [filter: object, names: string][] = [
  [{ shirt_size: 'l' }, 'Asha'],
  [{ shirt_size: 'L' }, ''],
  [{ languages: 'Tamil' }, 'Asha Ravi'],
  [{ languages: 'Tam' }, ''],
  [{ vip: 'true' }, 'Asha'],
  [{ vip: 'false' }, 'Lena Omar Ravi'],
  [{ seats: '10..20' }, 'Asha Ravi'],
  [{ seats: '10' }, 'Asha'],
  [{ seats: '11..' }, 'Ravi'],
  [{ seats: '..0' }, 'Lena'],
  [{ seats: '-1.5..9.99' }, 'Lena'],
  [{ seats: '..' }, 'Asha Lena Omar Ravi'],
  [{ fee: '99..100' }, 'Asha'],
  // Days in the client's time zone, which is India's.
  [{ visit: '2026-12-25' }, 'Ravi'],
  [{ visit: '2026-12-25..' }, 'Lena Ravi'],
  [{ visit: '..2026-12-24' }, 'Asha'],
  [{ nickname: 'ashu' }, 'Asha'],
  [{ nickname: '%' }, 'Asha'],
  [{ nickname: 'i_' }, 'Ravi'],
  [{ about_them: 'ASHU' }, 'Lena'],
  [{ office_mail: '@x' }, 'Asha'],
  [{ languages: 'Tamil', seats: '20..', nickname: 'ravi' }, 'Ravi'],
  [{}, 'Asha Lena Omar Ravi'],
];

for (const [filter, names] of FOUND) {
  test(`${JSON.stringify(filter)} finds ${names || 'nobody'}, wherever leads are filtered`, async () => {
    const { rep } = world.alpha;
    const custom = JSON.stringify(filter);
    const expected = names.split(' ').filter(Boolean);
    const reply = await list(custom);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      reply.body.data.map(({ name }) => name),
      expected,
    );
    assert.equal(reply.body.pagination.total, expected.length);
    const everything = await app.call(leads.list, { query: { custom } }, rep.token);
    assert.equal(everything.body.data.length, expected.length);
    const file = await app.app.inject({
      url: `/api${leadExport.run.path}?${new URLSearchParams({ custom })}`,
      headers: { authorization: `Bearer ${rep.token}` },
    });
    assert.equal(file.headers['x-total-count'], String(expected.length));
    const [first] = reply.body.data;
    if (!first) return;
    const query = { custom, sort_by: 'name' as const, sort_order: 'asc' as const };
    const beside = await app.call(leads.neighbours, { params: { id: first.id }, query }, rep.token);
    assert.deepEqual([beside.body.data.position, beside.body.data.total], [1, expected.length]);
  });
}

test('a bulk change reaches only the leads that the filter finds', async () => {
  const { superadmin, alpha } = world;
  const matching = { client_id: alpha.id, custom: '{"languages":"Tamil"}' };
  const updates = { lead_score: 77, tags_mode: 'add' as const };
  const bulk = await app.call(leadBulk.update, { body: { matching, updates } }, superadmin.token);
  assert.equal(bulk.status, 200, bulk.text);
  assert.equal(bulk.body.data.updated, 2);
  const all = (await list('{}')).body.data;
  assert.deepEqual(all.map(({ lead_score }) => lead_score), [77, 0, 0, 77]); // prettier-ignore
});

const REFUSED: [filter: string, message: string][] = [
  ['{"nothing":"x"}', 'There is no such field.'],
  ['{"vip":"yes"}', 'VIP must be true or false.'],
  ['{"seats":"many"}', 'Seats must be a number.'],
  ['{"seats":"1..Infinity"}', 'Seats must be a number.'],
  ['{"seats":"20..10"}', 'Seats cannot be from 20 to 10.'],
  ['{"visit":"25/12/2026"}', 'Visit must be a date such as 2026-11-30.'],
  ['{"visit":"2026-02-30.."}', 'Visit must be a date such as 2026-11-30.'],
  ['{"visit":"2026-12-31..2026-12-01"}', 'Visit cannot be from 2026-12-31 to 2026-12-01.'],
  ['nonsense', 'custom must be a JSON object of field names and values.'],
  ['{"__proto__":"1"}', 'custom must be a JSON object of field names and values.'],
  ['{"Bad Name":"x"}', 'custom must be a JSON object of field names and values.'],
];

test('a filter that does not match its field is refused with a message', async () => {
  for (const [filter, message] of REFUSED) {
    const reply = await list(filter);
    assert.deepEqual([reply.status, reply.body.message], [422, message], filter);
  }
  // Text escaped in JSON is cleaned like any other text.
  for (const escaped of ['{"nickname":"\\u0000"}', '{"shirt_size":"\\ud800"}', '{"languages":"\\u0000x"}'])
    assert.equal((await list(escaped)).status, 200, escaped);
});

test('a filter is planned for its value each time, as a prepared plan would not know how rare it is', async () => {
  const { alpha } = world;
  for (let times = 0; times < 4; times += 1) {
    await list('{"shirt_size":"l"}');
    await list('{"seats":"10.."}');
  }
  const client = await findClient(app.database, alpha.id);
  assert.ok(client);
  const { rows } = await sql<{ looks: boolean }>`
    SELECT statement LIKE '%leads.custom @>%' AS looks FROM pg_prepared_statements WHERE statement LIKE '%leads.custom <> %'
  `.execute(app.database.client(client));
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ looks }) => !looks));
});

test('a user with access to all clients must choose one, and another client’s fields are unknown', async () => {
  const custom = '{"shirt_size":"l"}';
  const everywhere = await list(custom, world.superadmin);
  assert.deepEqual(everywhere.body.errors, [
    { field: 'client_id', message: 'Choose a client to filter by its own fields.' },
  ]);
  const chosen = await list(custom, world.superadmin, { client_id: world.alpha.id });
  assert.deepEqual(chosen.body.data.map(({ name }) => name), ['Asha']); // prettier-ignore
  for (const reply of [
    await list(custom, world.beta.rep),
    await list(custom, world.beta.rep, { client_id: world.alpha.id }),
  ])
    assert.deepEqual([reply.status, reply.body.message], [422, 'There is no such field.']);
  const bulk = { matching: { custom }, updates: { lead_score: 1, tags_mode: 'add' as const } };
  assert.equal((await app.call(leadBulk.update, { body: bulk }, world.superadmin.token)).status, 422);
});
