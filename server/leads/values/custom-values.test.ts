import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { CUSTOM_FIELD_TYPES, customValue, fieldEntry } from '#shared/fields/custom-fields.ts';
import type { CustomFieldType } from '#shared/fields/custom-fields.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { digestOf } from '#test/rows/digest.ts';
import { addEveryType } from '#test/leads/custom-fields.ts';
import { naughtyStrings } from '#test/input/naughty-strings.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
before(async () => {
  await addEveryType(app, world.alpha);
});

const create = async (custom: unknown, { token }: Person = world.alpha.rep) =>
  await app.call(leads.create, { body: { name: 'Asha', custom } }, token);
const customOf = async (id: string, { token }: Person = world.alpha.rep) =>
  (await app.call(leads.get, { params: { id } }, token)).body.data.custom;

const TAKEN: [name: string, sent: unknown, held: unknown][] = [
  ['shirt_size', ' l ', 'l'],
  ['shirt_size', ' Large', 'l'],
  ['shirt_size', 'LARGE', 'l'],
  ['shirt_size', 'a value of no option', 'a value of no option'],
  ['seats', 0, 0],
  ['seats', -2.5, -2.5],
  ['seats', 0.1 + 0.2, 0.3],
  ['fee', 1.05, 1.05],
  ['fee', 0, 0],
  ['visit', '2026-12-25T10:30:00+05:30', '2026-12-25T05:00:00.000Z'],
  ['languages', [' Hindi', 'Hindi', ''], ['Hindi']],
  ['languages', [' '], undefined],
  ['vip', true, true],
  ['vip', false, undefined],
  ['nickname', '\u0000 e\u0301 \r', 'é'],
  ['nickname', '  ', undefined],
  ['nickname', null, undefined],
  ['about_them', 'two\r\nlines', 'two\nlines'],
  ['office_mail', ' Asha@Example.com ', 'Asha@Example.com'],
  ['office_phone', '+91 98765 43210', '+91 98765 43210'],
];

for (const [name, sent, held] of TAKEN) {
  test(`${name} takes ${JSON.stringify(sent)} and stores ${JSON.stringify(held)}`, async () => {
    const reply = await create({ [name]: sent });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(reply.body.data.custom, held === undefined ? {} : { [name]: held });
  });
}

const REFUSED: [name: string, sent: unknown, message: string][] = [
  ['shirt_size', 'x'.repeat(81), 'Shirt Size is too long (80 characters at most).'],
  ['shirt_size', true, 'Shirt Size must be text.'],
  ['seats', '3', 'Seats must be a number.'],
  ['seats', 1e12, 'Seats is too large.'],
  ['seats', -1e12, 'Seats is too small.'],
  ['fee', -1, 'Fee cannot be negative.'],
  ['fee', 1.005, 'Fee has two decimals at most.'],
  ['visit', '25/12/2026', 'Visit must be a date and time.'],
  ['visit', '1700-01-01T00:00:00Z', 'Visit is not a date that exists.'],
  ['languages', 'Hindi', 'Tags must be a list.'],
  ['languages', Array.from({ length: 51 }, (_, index) => `tag ${index}`), 'A lead can have 50 tags at most.'],
  ['vip', 'yes', 'VIP must be true or false.'],
  ['nickname', 'x'.repeat(201), 'Nickname is too long (200 characters at most).'],
  ['about_them', 'x'.repeat(5001), 'About them is too long (5000 characters at most).'],
  ['office_mail', 'nobody', 'Enter an email address, such as name@example.com.'],
  ['office_phone', '1'.repeat(41), 'Office phone is too long (40 characters at most).'],
  ['nothing', 'x', 'There is no such field.'],
  ['constructor', 'x', 'There is no such field.'],
];

test('an invalid value is refused with a message under its field, and nothing changes', async () => {
  const { id } = await createLead(app, world.alpha.rep, { custom: { nickname: 'Ashu' } });
  const before_ = await digestOf(app);
  for (const [name, sent, message] of REFUSED) {
    const body = { custom: { seats: 1, [name]: sent } };
    for (const reply of [
      await create(body.custom),
      await app.call(leads.update, { params: { id }, body }, world.alpha.rep.token),
    ]) {
      assert.equal(reply.status, 422, `${name} ${reply.text}`);
      assert.deepEqual(reply.body.errors, [{ field: `custom.${name}`, message }]);
    }
  }
  for (const custom of ['text', 7, ['a'], { nickname: { deep: 1 } }, { languages: [1] }])
    assert.equal((await create(custom)).status, 422, JSON.stringify(custom));
  assert.deepEqual(await digestOf(app), before_);
});

test('a choice is stored as the option it means, by an edit and a merge too, and is found by its value', async () => {
  const { manager } = world.alpha;
  const kept = await createLead(app, manager, { name: 'Chooses' });
  const other = await createLead(app, manager, { name: 'Chooses too' });
  const choose = async (custom: object) =>
    await app.call(leads.update, { params: { id: kept.id }, body: { custom } }, manager.token);
  const found = async (value: string) => {
    const query = { custom: JSON.stringify({ shirt_size: value }), search: 'Chooses' };
    const { data } = (await app.call(leads.list, { query }, manager.token)).body;
    return data.map(({ id }) => id);
  };
  for (const sent of ['Medium', 'MEDIUM', 'm']) {
    assert.deepEqual((await choose({ shirt_size: sent })).body.data.custom, { shirt_size: 'm' });
    assert.deepEqual(await found('m'), [kept.id]);
  }
  const body = { lead_id: other.id, fields: { custom: { shirt_size: 'Large' } } };
  await app.call(leadDuplicates.merge, { params: { id: kept.id }, body }, manager.token);
  assert.deepEqual([await found('l'), await found('m')], [[kept.id], []]);
});

test('the fields of one client do not exist in another', async () => {
  const { alpha, beta } = world;
  const own = await create({ nickname: 'Ashu' }, beta.rep);
  assert.deepEqual([own.status, own.body.message], [422, 'There is no such field.']);
  const { id } = await createLead(app, alpha.rep, { custom: { nickname: 'Ashu' } });
  const change = { params: { id }, body: { custom: { nickname: 'Mine' } } };
  assert.equal((await app.call(leads.update, change, beta.rep.token)).status, 404);
  assert.deepEqual(await customOf(id), { nickname: 'Ashu' });
  const guest = await app.call(leads.update, change, world.superadmin.token);
  assert.deepEqual(guest.body.data.custom, { nickname: 'Mine' });
});

test('fields that are not sent stay, even when two users write at once', async () => {
  const { id } = await createLead(app, world.alpha.rep, { custom: { nickname: 'Ashu' } });
  const change = async (custom: object, { token }: Person) =>
    await app.call(leads.update, { params: { id }, body: { custom } }, token);
  await Promise.all([
    change({ seats: 3 }, world.alpha.rep),
    change({ fee: 5 }, world.alpha.manager),
    change({ vip: true }, world.alpha.admin),
  ]);
  assert.deepEqual(await customOf(id), { nickname: 'Ashu', seats: 3, fee: 5, vip: true });
  const stale = { params: { id }, body: { version: 1, custom: { seats: 4 } } };
  const refused = await app.call(leads.update, stale, world.alpha.rep.token);
  assert.equal(refused.status, 412);
  assert.equal(refused.body.data.custom['seats'], 3);
  // Sending the same values again changes nothing.
  const { version } = (await app.call(leads.get, { params: { id } }, world.alpha.rep.token)).body.data;
  assert.equal(version, 4);
});

test('merging keeps the remaining lead’s values, fills its gaps, and undo separates both again', async () => {
  const { manager } = world.alpha;
  const kept = await createLead(app, manager, { custom: { nickname: 'Kept', seats: 1, vip: true } });
  const other = await createLead(app, manager, { custom: { nickname: 'Other', seats: 2, fee: 9 } });
  const fields = { custom: { seats: 2, vip: null } };
  const body = { lead_id: other.id, fields };
  const merged = await app.call(leadDuplicates.merge, { params: { id: kept.id }, body }, manager.token);
  assert.equal(merged.status, 200, merged.text);
  assert.deepEqual(merged.body.data.lead.custom, { nickname: 'Kept', seats: 2, fee: 9 });
  await app.call(operations.undo, { params: { id: merged.body.data.operation_id } }, manager.token);
  assert.deepEqual(await customOf(kept.id), kept.custom);
  assert.deepEqual(await customOf(other.id), other.custom);
});

test('trash and undo of a bulk change leave custom values alone', async () => {
  const { manager } = world.alpha;
  const { id, custom } = await createLead(app, manager, { custom: { nickname: 'Ashu', languages: ['Hindi'] } }); // prettier-ignore
  const update = { lead_ids: [id], updates: { status: 'contacted', tags_mode: 'add' as const } };
  const bulk = await app.call(leadBulk.update, { body: update }, world.superadmin.token);
  assert.equal(bulk.body.data.updated, 1, bulk.text);
  await app.call(
    operations.undo,
    { params: { id: bulk.body.data.operation_ids[0] ?? '' } },
    world.superadmin.token,
  );
  assert.deepEqual(await customOf(id), custom);
  await app.call(leads.remove, { params: { id } }, manager.token);
  await app.call(leadTrash.restore, { params: { id } }, manager.token);
  assert.deepEqual(await customOf(id), custom);
});

test('every awkward text is stored as in any other field', async () => {
  for (const text of naughtyStrings(100)) {
    const body = { name: 'Asha', location: text, custom: { nickname: text } };
    const reply = await app.call(leads.create, { body }, world.alpha.rep.token);
    if (reply.status === 422) continue;
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.data.custom['nickname'] ?? null, reply.body.data.location);
  }
});

/** Values for a field of any type, valid or not. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 }),
  fc.constant(null),
  fc.date({ noInvalidDate: true, min: new Date('1900-01-02'), max: new Date('2199-12-30') }).map((at) => at.toISOString()),
  fc.constantFrom('asha@example.com', '2026-12-25T10:30:00+05:30'),
); // prettier-ignore

test('parsing a parsed value returns it unchanged, and so does a round trip through PostgreSQL', async () => {
  const entry = (type: CustomFieldType) =>
    fieldEntry('custom.x', { title: 'X', type, showTable: true, showForm: true });
  await app.database.asOwner(async (owner) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...CUSTOM_FIELD_TYPES),
      anything,
      async (type, sent) => {
        const read = customValue(entry(type)).safeParse(sent);
        if (!read.success) return;
        assert.deepEqual(customValue(entry(type)).parse(read.data), read.data);
        const text = JSON.stringify(read.data);
        const { rows } = await owner.query<{ held: unknown }>('SELECT $1::jsonb AS held', [text]);
        assert.deepEqual(rows[0]?.held, JSON.parse(text));
        assert.deepEqual(JSON.parse(text), read.data);
      },
    );
    await fc.assert(property, { numRuns: 1000 });
  });
});
