import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sourcesOf } from '#test/outside/sources.ts';
import { createTestClient, withWorld } from '#test/world.ts';

const { app } = await withWorld();
let own: ReturnType<typeof sourcesOf>;
let numbers = 0;
beforeEach(async () => {
  numbers += 1;
  own = sourcesOf(app, await createTestClient(app, `payloads_${numbers}`));
});

test('people with the same submission id are different leads, and a repeated delivery is not', async () => {
  const program = await own.make('other');
  for (const lead_id of ['7', 0, '-', 'null', 'N/A', false]) {
    const before = (await own.leadsOf()).length;
    for (const [name, phone] of [
      ['Asha', `98450 1${before}001`],
      ['Bina', `98450 1${before}002`],
      ['Asha', `98450 1${before}001`],
    ])
      assert.equal((await own.post(program, { name, phone, lead_id })).status, 200);
    assert.equal((await own.leadsOf()).length, before + 2, String(lead_id));
  }
  const [again] = await own.outcomes(program);
  assert.equal(again, 'known');
});

test('an id that a form does not have does not hide the next enquiry of a person', async () => {
  const program = await own.make('other');
  for (const message of ['A sofa', 'A table'])
    await own.post(program, { phone: '98450 12345', lead_id: 'undefined', message });
  assert.deepEqual(await own.outcomes(program), ['new_enquiry', 'new_lead']);
});

test('a number that the admin has matched counts once, whoever it is from', async () => {
  const program = await own.make('other');
  await own.update(program, { mapping: { ticket: 'portal_id' } });
  await own.post(program, { phone: '98450 12345', ticket: '7' });
  await own.post(program, { phone: '98450 54321', ticket: '7' });
  assert.deepEqual(await own.outcomes(program), ['known', 'new_lead']);
});

test('a list of more than 100 leads is refused as a whole', async () => {
  const program = await own.make('other');
  const list = Array.from({ length: 101 }, (_, index) => ({ phone: `98450${10_000 + index}` }));
  assert.equal((await own.post(program, list)).status, 413);
  assert.deepEqual(await own.leadsOf(), []);
  const [line] = await own.log(program);
  assert.equal(line?.reason, 'A delivery can have 100 leads at most. Nothing of it was stored.');
  assert.equal((await own.post(program, list.slice(1))).status, 200);
  assert.equal((await own.leadsOf()).length, 100);
});

test('texts of old programs in windows-1252 keep their letters, and cut UTF-8 stays UTF-8', async () => {
  const program = await own.make('other');
  const url = `/api/public/sources/${program.id}/${program.secret}`;
  const e = Buffer.from([0xe9]);
  const bodies = [
    Buffer.concat([Buffer.from('name=Jos'), e, Buffer.from('&phone=9845010001')]),
    Buffer.from('name=Jos%E9&phone=9845010002'),
    Buffer.concat([Buffer.from('{"name":"Jos'), e, Buffer.from('","phone":"9845010003"}')]),
    Buffer.from('name=Jos%C3%A9&phone=9845010004'),
  ];
  for (const payload of bodies)
    assert.equal((await app.app.inject({ method: 'POST', url, payload })).statusCode, 200);
  assert.equal(
    (await app.app.inject({ method: 'GET', url: `${url}?name=Jos%E9&phone=9845010005` })).statusCode,
    200,
  );
  const names = (await own.leadsOf()).map(({ name }) => name);
  assert.deepEqual(
    names,
    Array.from({ length: 5 }, () => 'José'),
  );
  const cut = Buffer.from('{"phone":"9845010006","name":"राम').subarray(0, -1);
  const payload = Buffer.concat([cut, Buffer.from('"}')]);
  await app.app.inject({ method: 'POST', url, payload });
  assert.match((await own.leadsOf()).find(({ phone }) => phone === '9845010006')?.name ?? '', /^रा/);
});

test('a lead without a name gets the one before its email address', async () => {
  const program = await own.make('other');
  await own.post(program, { email: 'Asha Rao <asha@example.in>' });
  await own.post(program, { email: 'Rao, Bina <bina@example.in>', name: 'Bina' });
  const leads = (await own.leadsOf()).map(({ name, email }) => `${name} ${email}`);
  assert.deepEqual(leads.toSorted(), ['Asha Rao asha@example.in', 'Bina bina@example.in']);
});
