import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const LEADS = 40;
const { app, world } = await withWorld();
before(async () => {
  const { rep, otherRep } = world.alpha;
  await createLead(app, rep);
  const pick = (i: number, every: number, value: string) => (i % every === 0 ? 'NULL' : value);
  const rows = Array.from(
    { length: LEADS },
    (_, i) =>
      `('${randomUUID()}', '${['asha', 'Asha', 'ravi'][i % 3]}', ${pick(i, 3, `'Co ${i % 4}'`)}, ${pick(i, 2, `'a${i % 5}@b.in'`)},
        ${pick(i, 4, String(i % 6))}, ${pick(i, 5, i % 2 ? `'${rep.id}'` : `'${otherRep.id}'`)}, '${i % 2 ? 'new' : 'lost'}',
        ${pick(i, 6, `'web'`)}, ${pick(i, 3, `now() + interval '${i % 4} days'`)}, ${i % 3},
        timestamptz '2026-01-01' + interval '${i % 7} microseconds')`,
  );
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO alpha.leads (id, name, company_name, email_norm, value, assigned_to, status, source,
      next_followup_date, lead_score, created_at) VALUES ${rows.join(',')}`);
    await owner.query('UPDATE alpha.leads SET last_contacted_at = created_at WHERE value > 2');
  });
});

async function neighbours(person: Person, id: string, query: Record<string, string>) {
  const reply = await app.call(leads.neighbours, { params: { id }, query }, person.token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
}

async function listed(person: Person, query: Record<string, string>): Promise<string[]> {
  const reply = await app.call(leads.list, { query: { ...query, page: '1', limit: '100' } }, person.token);
  return reply.body.data.map(({ id }) => id);
}

for (const sort_by of SORTABLE_FIELDS) {
  for (const sort_order of ['ASC', 'DESC']) {
    test(`walking by ${sort_by} ${sort_order} visits the list as it is listed, there and back`, async () => {
      const person = sort_order === 'ASC' ? world.alpha.rep : world.superadmin;
      const query = { sort_by, sort_order };
      const ids = await listed(person, query);
      assert.equal(ids.length, LEADS + 1);
      for (const [index, id] of ids.entries()) {
        const place = await neighbours(person, id, query);
        assert.deepEqual(
          [place.previous_id, place.next_id, place.position, place.matches],
          [ids[index - 1] ?? null, ids[index + 1] ?? null, index + 1, true],
          `${sort_by} ${sort_order} at ${index}`,
        );
      }
    });
  }
}

test('filters limit the neighbours and the total', async () => {
  const { rep } = world.alpha;
  const query = { status: 'lost', search: 'asha', sort_by: 'value', sort_order: 'DESC' };
  const ids = await listed(rep, query);
  assert.ok(ids.length > 3 && ids.length < LEADS);
  const place = await neighbours(rep, ids[1] as string, query);
  assert.deepEqual(
    [place.previous_id, place.next_id, place.position, place.total],
    [ids[0], ids[2], 2, ids.length],
  );
});

test('a lead that has left the list keeps the neighbours of its sort position', async () => {
  const { rep } = world.alpha;
  const query = { status: 'lost', sort_by: 'created_at', sort_order: 'ASC' };
  const ids = await listed(rep, query);
  const moved = ids[2] as string;
  await app.call(leads.setStatus, { params: { id: moved }, body: { status: 'new' } }, rep.token);
  const place = await neighbours(rep, moved, query);
  assert.deepEqual(
    [place.matches, place.position, place.previous_id, place.next_id],
    [false, null, ids[1], ids[3]],
  );
});

test("a lead in the trash, another client's lead and another client's filter are refused", async () => {
  const { rep } = world.alpha;
  const ask = async (person: Person, id: string, query = {}) =>
    (await app.call(leads.neighbours, { params: { id }, query }, person.token)).status;
  const gone = await createLead(app, rep);
  await app.call(leads.remove, { params: { id: gone.id } }, rep.token);
  assert.equal(await ask(rep, gone.id), 404);
  const lead = await createLead(app, rep);
  assert.equal(await ask(world.beta.rep, lead.id), 404);
  assert.equal(await ask(rep, lead.id, { created_by: rep.id }), 403);
  assert.equal(await ask(world.alpha.admin, lead.id, { created_by: rep.id }), 200);
});
