import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { isCustomKey, customName } from '#shared/fields/custom-fields.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { exportedFiles } from '#test/input/exported-files.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { exported, importBack, stored } = exportedFiles(app);

const titlesOf = (text: string) => parse(text, { bom: true, to: 1 })[0];

test('an export of chosen columns has them in order and the id, and imports with no changes', async () => {
  const client = await createTestClient(app, 'chosen');
  const key = await addField(app, client, { title: 'Shirt, size', type: 'text' });
  assert.ok(isCustomKey(key));
  for (const text of ['=1+1', "'tis", 'राम "कुमार"', 'a;b,c', '+919876543210', '\\N'])
    await createLead(app, client.rep, {
      name: text,
      phone: text,
      source: text,
      tags: [text, 'x, y'],
      value: 1000.5,
      next_followup_date: '2026-12-25T04:30:15.123Z',
      custom: { [customName(key)]: text },
    });
  await createLead(app, client.rep, { name: 'Nothing else' });
  const before = await stored(client);
  for (const [columns, titles] of [
    [`value,name,${key}`, ['Value', 'Name', 'Shirt, size', 'Lead ID']],
    ['lost_reason, tags,assigned_to,tags', ['Lost Reason', 'Tags', 'Assigned To', 'Lead ID']],
    ['next_followup_date,phone,is_archived', ['Next Follow-up', 'Phone', 'Archived', 'Lead ID']],
    ['status', ['Status', 'Lead ID']],
    ['value', ['Value', 'Lead ID']],
  ] as const)
    for (const format of ['csv', 'xlsx']) {
      const { file, status, text } = await exported(client.rep, { format, columns });
      assert.equal(status, 200, text);
      if (format === 'csv') assert.deepEqual(titlesOf(text), titles);
      const { inserted, updated, failed, skipped } = await importBack(client.rep, file, `leads.${format}`);
      assert.deepEqual(
        [inserted, updated, failed, skipped],
        [0, 0, 0, before.length],
        `${columns} ${format}`,
      );
      assert.deepEqual(await stored(client), before);
    }
  const noted = await exported(client.rep, { columns: 'name', with_notes: 'true' });
  assert.deepEqual(titlesOf(noted.text), ['Name', 'Timeline Notes', 'Lead ID']);
  const ofAll = await exported(world.superadmin, { columns: 'phone', client_id: client.id });
  assert.deepEqual(titlesOf(ofAll.text), ['Phone', 'Client', 'Lead ID']);
});

test('columns that do not exist are refused by name, custom fields of another client too', async () => {
  const [client, other] = [await createTestClient(app, 'refused'), await createTestClient(app, 'foreign')];
  const key = await addField(app, other, { title: 'Theirs', type: 'text' });
  for (const [columns, unknown] of [
    ['name,password', ['password']],
    [key, [key]],
    ['deleted_at,name,Email', ['deleted_at', 'Email']],
    ['name,,email', ['']],
    ['toString,__proto__,constructor', ['toString', '__proto__', 'constructor']],
    ['leads.id', ['leads.id']],
  ] as const) {
    const { status, text } = await exported(client.rep, { columns });
    assert.equal(status, 422, text);
    const { errors } = JSON.parse(text) as { errors: { field: string; message: string }[] };
    const expected = unknown.map((name) => ({ field: 'columns', message: `There is no column “${name}”.` }));
    assert.deepEqual(errors, expected);
  }
  assert.equal((await exported(client.rep, { columns: 'a'.repeat(8001) })).status, 422);
});
