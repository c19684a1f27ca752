import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { MAX_VIEWS, leadViews } from '#shared/leads/lead-views.ts';
import { MAX_TEMPLATES, messageTemplates } from '#shared/leads/message-templates.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app } = await withWorld();

/** Things that users own and may share, with the limit per user. */
const OWN: Record<
  string,
  { create: Endpoint; update: Endpoint; list: Endpoint; most: number; body: object }
> = {
  view: { ...leadViews, most: MAX_VIEWS, body: { name: 'Own', address: '', filters: {} } },
  template: {
    ...messageTemplates,
    most: MAX_TEMPLATES,
    body: { channel: 'whatsapp', name: 'Own', body: 'Hello' },
  },
};

for (const [name, { create, update, list, most, body }] of Object.entries(OWN)) {
  const call = async (endpoint: Endpoint, { token }: Person, input: object) =>
    (await app.call(endpoint, input, token)) as {
      status: number;
      body: {
        data: { id: string } & Record<string, { id: string; is_shared: boolean; can_edit: boolean }[]>;
      };
    };
  const made = async (person: Person, more: object = {}) =>
    await call(create, person, { body: { ...body, ...more } });
  const change = async (person: Person, id: string, more: object) =>
    (await call(update, person, { params: { id }, body: more })).status;
  const listed = async (person: Person) => {
    const { data } = (await call(list, person, { query: {} })).body;
    return (Array.isArray(data) ? data : Object.values(data).find(Array.isArray)) as {
      id: string;
      is_shared: boolean;
      can_edit: boolean;
    }[];
  };

  test(`the limit of own ${name}s counts those of one user`, async () => {
    const { rep, otherRep } = await createTestClient(app, `most_${name}s`);
    for (let count = 0; count < most; count += 1) assert.equal((await made(otherRep)).status, 201);
    assert.equal((await made(otherRep)).status, 409);
    assert.equal((await made(rep)).status, 201);
  });

  test(`no ${name} exceeds the limit by a change`, async () => {
    const { manager, admin } = await createTestClient(app, `turned_${name}s`);
    const shared = (await made(admin, { is_shared: true })).body.data.id;
    for (let count = 0; count < most; count += 1) assert.equal((await made(manager)).status, 201);
    assert.equal(await change(manager, shared, { is_shared: false }), 409);
    assert.equal(await change(admin, shared, { is_shared: false }), 200);
  });

  test(`a user who may not share a ${name} may not make their own one shared either`, async () => {
    const client: TestClient = await createTestClient(app, `shared_${name}s`);
    for (const person of [client.rep, client.manager, client.admin]) {
      const expected = person === client.rep ? 403 : 200;
      assert.equal((await made(person, { is_shared: true })).status, expected === 403 ? 403 : 201);
      const { id } = (await made(person)).body.data;
      assert.equal(await change(person, id, { is_shared: true }), expected, person.role);
      assert.equal(
        await change(person, id, { name: 'Another name', is_shared: true }),
        expected,
        person.role,
      );
      const seen = (await listed(client.otherRep)).some((one) => one.id === id);
      assert.equal(seen, expected === 200, person.role);
    }
  });

  test(`a shared ${name} that is unshared belongs to the user who changed it`, async () => {
    const { manager, admin } = await createTestClient(app, `own_${name}s`);
    const { id } = (await made(manager, { is_shared: true })).body.data;
    assert.equal(await change(admin, id, { is_shared: false }), 200);
    assert.deepEqual(
      [
        (await listed(admin)).some((one) => one.id === id),
        (await listed(manager)).some((one) => one.id === id),
      ],
      [true, false],
    );
  });
}
