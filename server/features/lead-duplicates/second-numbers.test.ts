import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { readPhones } from '#server/features/lead-duplicates/read-phones.queries.ts';
import { importAsPreviewed, leadsByName } from '#test/input/upload.ts';
import { loseNode } from '#test/rows/lost-node.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const matchesOf = async (phone: string, person = world.alpha.manager) =>
  (await app.call(leadDuplicates.find, { query: { phone } }, person.token)).body.data.map(({ name }) => name);

test('a lead with two numbers is found by each, and by a lead that shares one', async () => {
  const { manager } = world.alpha;
  await createLead(app, manager, { name: 'Two numbers', phone: '98765 43210 / 98250 12345' });
  for (const phone of ['9876543210', '+91 98250-12345', '91234 56789 or 098250 12345'])
    assert.deepEqual(await matchesOf(phone), ['Two numbers'], phone);
  assert.deepEqual(await matchesOf('91234 56789'), []);
  assert.deepEqual(await matchesOf('9825012345', world.beta.manager), []);
  const again = await createLead(app, manager, { name: 'Again', phone: '9825012345' });
  assert.equal(again.is_duplicate, true);
  await createLead(app, manager, { name: 'No separator', phone: '98765 00001 98765 00002' });
  assert.deepEqual(await matchesOf('9876500002'), ['No separator']);
});

test('a lead is no longer found by a second number that was removed', async () => {
  const { manager } = world.alpha;
  const lead = await createLead(app, manager, { name: 'One less', phone: '70000 00001; 70000 00002' });
  assert.deepEqual(await matchesOf('7000000002'), ['One less']);
  await app.call(leads.update, { params: { id: lead.id }, body: { phone: '70000 00001' } }, manager.token);
  assert.deepEqual(await matchesOf('7000000002'), []);
  const { body } = await app.call(leadHistory.list, { params: { id: lead.id } }, manager.token);
  assert.doesNotMatch(JSON.stringify(body.data), /other_phones/);
});

test('an import matches leads by any number of either, and keeps numbers that a row lacks', async () => {
  const { manager } = world.beta;
  await createLead(app, manager, { name: 'Asha', phone: '98450 10001 / 98450 10002' });
  await createLead(app, manager, { name: 'Bina', phone: '98450 10003' });
  const content =
    'Name,Phone,City\nAsha,9845010002,Pune\nBina,98450 10004 & 98450 10003,Surat\nCara,98450 10005,Goa\n';
  const fields = { update_existing: 'true' };
  const counts = await importAsPreviewed(app, manager, { content, fields }, 3);
  assert.deepEqual([counts.inserted, counts.updated, counts.failed], [1, 2, 0]);
  const found = (await leadsByName(app, world.beta)).map(({ name, phone, location }) => [
    name,
    phone,
    location,
  ]);
  assert.deepEqual(found, [
    ['Asha', '98450 10001 / 98450 10002', 'Pune'],
    ['Bina', '98450 10004 & 98450 10003', 'Surat'],
    ['Cara', '98450 10005', 'Goa'],
  ]);
});

test('rows of one file that share a number are one person', async () => {
  const { manager } = world.alpha;
  const rows = [
    'Dev,90000 11111 / 90000 22222',
    'Dev,9000022222',
    'Dev,90000 33333 / 90000 22222',
    'Dev,90000 11111',
    'Esha,90000 44444',
  ];
  const content = `Name,Phone\n${rows.join('\n')}\n`;
  const counts = await importAsPreviewed(app, manager, { content }, 5);
  assert.deepEqual([counts.inserted, counts.skipped], [2, 3]);
});

test('phones stored by an earlier release are read once, by the rules of this one', async () => {
  const { manager } = world.alpha;
  const old = await createLead(app, manager, { name: 'Old', phone: '60000 00001 & 60000 00002' });
  const none = await createLead(app, manager, { name: 'No phone', phone: null, email: 'none@example.com' });
  const other = await createLead(app, world.beta.manager, { name: 'Other', phone: '60000 00003' });
  await app.database.asOwner(async (owner) => {
    for (const schema of ['alpha', 'beta'])
      await owner.query(
        `UPDATE ${schema}.leads SET phone_norm = '6000000001', other_phones = NULL WHERE id = ANY($1)`,
        [[old.id, none.id, other.id]],
      );
  });
  assert.deepEqual(await matchesOf('6000000002'), []);
  const read = async () => await readPhones(app.database, new AbortController().signal);
  // A client whose node of the cluster is lost delays nobody else.
  const findNode = await loseNode(app.database, world.alpha.schema);
  await assert.rejects(read(), /connection to the remote node failed/);
  assert.deepEqual(await matchesOf('6000000003', world.beta.manager), ['Other']);
  await findNode();
  await read();
  assert.deepEqual(await matchesOf('6000000002'), ['Old']);
  assert.deepEqual(await matchesOf('+91 6000000001'), ['Old']);
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query<{ unread: number }>(
        'SELECT count(*)::int AS unread FROM alpha.leads WHERE phone IS NOT NULL AND other_phones IS NULL',
      ),
  );
  assert.equal(rows[0]?.unread, 0);
});
