import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leads } from '#shared/leads/leads.ts';
import { MAX_TEMPLATES, messageTemplates } from '#shared/leads/message-templates.ts';
import { operations } from '#shared/activities/operations.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { manager, rep, otherRep } = world.alpha;

const hello = { channel: 'whatsapp' as const, name: 'Hello', body: 'Hello {first name}' };
const write = async ({ token }: Person, change: Partial<typeof hello> & { is_shared?: boolean } = {}) =>
  await app.call(messageTemplates.create, { body: { ...hello, ...change } }, token);
const listOf = async ({ token }: Person) =>
  (await app.call(messageTemplates.list, { query: {} }, token)).body.data;
const open = async ({ token }: Person, leadId: string, template_id?: string) => {
  const body = { channel: 'whatsapp' as const, ...(template_id && { template_id }) };
  return await app.call(leadMessages.create, { params: { id: leadId }, body }, token);
};
const openedFor = async (leadId: string) => {
  const input = { params: { id: leadId }, query: { type: 'message' as const } };
  const { data } = (await app.call(leadHistory.list, input, rep.token)).body;
  return data.filter((entry) => entry.type === 'message');
};

test('a new client starts with WhatsApp and email templates in English and Hindi, which managers may change', async () => {
  const { rep: reader, admin } = await createTestClient(app, 'letters');
  const templates = await listOf(reader);
  assert.deepEqual(
    templates.map(({ channel, name, is_shared, can_edit }) => [channel, name, is_shared, can_edit]),
    [
      ['whatsapp', 'First contact', true, false],
      ['whatsapp', 'पहला संपर्क', true, false],
      ['whatsapp', 'I tried to call', true, false],
      ['whatsapp', 'फ़ोन पर बात नहीं हुई', true, false],
      ['email', 'Thank you for your enquiry', true, false],
      ['email', 'पूछताछ के लिए धन्यवाद', true, false],
    ],
  );
  for (const { id, can_edit: _, ...template } of await listOf(admin)) {
    const saved = await app.call(messageTemplates.update, { params: { id }, body: template }, admin.token);
    assert.equal(saved.status, 200, saved.text);
  }
  assert.deepEqual(
    (await listOf(reader)).map(({ body }) => body),
    templates.map(({ body }) => body),
  );
});

test('own templates are visible only to their owner, shared ones to the client, in one order for all', async () => {
  const refused = await write(rep, { is_shared: true });
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'Only Managers, Admins and Super Admins can share message templates.'],
  );
  const own = (await write(rep)).body.data.id;
  const shared = (await write(manager, { name: 'Shared', is_shared: true })).body.data.id;
  const idsOf = async (person: Person) =>
    (await listOf(person)).map(({ id }) => id).filter((id) => [own, shared].includes(id));
  assert.deepEqual(await idsOf(rep), [shared, own]);
  assert.deepEqual(await idsOf(otherRep), [shared]);
  assert.deepEqual(await idsOf(world.beta.manager), []);
  const change = async (id: string, { token }: Person, body: object = { name: 'Changed' }) =>
    (await app.call(messageTemplates.update, { params: { id }, body }, token)).status;
  assert.equal(await change(own, otherRep), 404);
  assert.equal(await change(own, manager), 404);
  assert.equal(await change(shared, rep), 403);
  assert.equal(await change(own, rep, { is_shared: true }), 403);
  assert.equal(await change(own, rep), 200);

  const before = (await listOf(manager)).map(({ id }) => id);
  const order = before.toReversed();
  await app.call(messageTemplates.arrange, { body: { order } }, rep.token);
  assert.deepEqual(
    (await listOf(otherRep)).map(({ id }) => id),
    before,
    'reps leave the shared order',
  );
  await app.call(messageTemplates.arrange, { body: { order } }, manager.token);
  assert.deepEqual(
    (await listOf(otherRep)).map(({ id }) => id),
    order,
  );
  await app.call(messageTemplates.remove, { params: { id: own } }, rep.token);
  assert.deepEqual(await idsOf(rep), [shared]);
});

test('an unknown placeholder is refused at its field, and custom fields are known by their titles', async () => {
  const wrong = await app.call(
    messageTemplates.create,
    { body: { channel: 'email', name: 'Mail', subject: 'For {nmae}', body: 'About {prodct|it}' } },
    rep.token,
  );
  assert.deepEqual(
    [wrong.status, wrong.body.errors],
    [
      422,
      [
        { field: 'subject', message: 'There is no field for {nmae}. Choose a field from the list.' },
        { field: 'body', message: 'There is no field for {prodct|it}. Choose a field from the list.' },
      ],
    ],
  );
  const size = await write(rep, { body: 'Size {shoe size}' });
  assert.equal(size.status, 422);
  const field = {
    title: 'Shoe Size',
    type: 'number' as const,
    showTable: true,
    showForm: true,
    required: false,
  };
  await app.call(
    fieldConfiguration.add,
    { params: { tenantId: world.alpha.id }, body: field },
    world.alpha.admin.token,
  );
  assert.equal((await write(rep, { body: 'Size {shoe size} from {company}, {me}' })).status, 201);
});

test('an opened chat is in the history with its template, and changes neither the lead nor its last contact', async () => {
  const lead = await createLead(app, rep);
  const shared = (await write(manager, { name: 'First hello', is_shared: true })).body.data.id;
  const opened = await open(otherRep, lead.id, shared);
  assert.deepEqual([opened.status, opened.body.data.template], [201, 'First hello'], opened.text);
  await open(rep, lead.id);
  const hidden = (await write(otherRep)).body.data.id;
  assert.equal((await open(rep, lead.id, hidden)).status, 422, 'a template of somebody else');
  await app.call(messageTemplates.remove, { params: { id: shared } }, manager.token);
  assert.deepEqual(
    (await openedFor(lead.id)).map(({ channel, template }) => [channel, template]),
    [
      ['whatsapp', null],
      ['whatsapp', 'First hello'],
    ],
  );
  const after = (await app.call(leads.get, { params: { id: lead.id } }, rep.token)).body.data;
  assert.deepEqual([after.version, after.last_contacted_at], [lead.version, null]);
});

test('opened chats move with a merge and back with its undo, and a notes export includes them', async () => {
  const [kept, other] = [await createLead(app, manager), await createLead(app, manager)];
  await open(rep, other.id);
  const merge = { params: { id: kept.id }, body: { lead_id: other.id } };
  const { operation_id } = (await app.call(leadDuplicates.merge, merge, manager.token)).body.data;
  assert.equal((await openedFor(kept.id)).length, 1);
  const headers = { authorization: `Bearer ${manager.token}` };
  const file = await app.app.inject({ url: `/api${leadExport.run.path}?with_notes=true`, headers });
  assert.match(file.body, /: Opened WhatsApp/);
  await app.call(operations.undo, { params: { id: operation_id } }, manager.token);
  assert.deepEqual([(await openedFor(kept.id)).length, (await openedFor(other.id)).length], [0, 1]);
});

test('the number of templates is limited', async () => {
  const { otherRep: writer } = world.beta;
  for (let made = 0; made < MAX_TEMPLATES; made += 1) assert.equal((await write(writer)).status, 201);
  const more = await write(writer);
  assert.deepEqual(
    [more.status, more.body.message],
    [409, 'You’ve reached the limit of 50 private templates. Delete one first.'],
  );
});

test('an email template changed to WhatsApp loses its subject', async () => {
  const email = { channel: 'email' as const, name: 'Offer', subject: 'Our offer', body: 'Dear {name}' };
  const { id } = (await app.call(messageTemplates.create, { body: email }, rep.token)).body.data;
  const change = { params: { id }, body: { channel: 'whatsapp' as const } };
  assert.equal((await app.call(messageTemplates.update, change, rep.token)).status, 200);
  const changed = (await listOf(rep)).find((one) => one.id === id);
  assert.deepEqual([changed?.channel, changed?.subject], ['whatsapp', '']);
});
