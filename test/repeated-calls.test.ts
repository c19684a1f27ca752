import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callLogs } from '#shared/call-logs.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { leadMessages } from '#shared/lead-messages.ts';
import { leadNotes } from '#shared/lead-notes.ts';
import { leadViews } from '#shared/lead-views.ts';
import { leads } from '#shared/leads.ts';
import { messageTemplates } from '#shared/message-templates.ts';
import { products } from '#shared/products.ts';
import { reminders } from '#shared/reminders.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
let lead_id: string;
before(async () => {
  lead_id = (await createLead(app, world.alpha.manager)).id;
});

type Once = {
  endpoint: Endpoint;
  params?: () => Record<string, string>;
  table: string;
  body: () => Record<string, unknown>;
  other: object;
};

/** Objects that a repeated call must not make twice. */
const ONCE: readonly Once[] = [
  { endpoint: leads.create, table: 'leads', body: () => ({ name: 'Asha' }), other: { name: 'Bina' } },
  {
    endpoint: callLogs.create,
    table: 'call_logs',
    body: () => ({ lead_id, duration: 5, notes: 'Wants a quote' }),
    other: { notes: 'Called again' },
  },
  {
    endpoint: reminders.create,
    table: 'reminders',
    body: () => ({ lead_id, title: 'Call back', reminder_date: '2027-01-01T04:30:00Z' }),
    other: { title: 'Send the quote' },
  },
  {
    endpoint: leadNotes.create,
    params: () => ({ id: lead_id }),
    table: 'lead_notes',
    body: () => ({ body: 'Wants a quote' }),
    other: { body: 'Called again' },
  },
  {
    endpoint: leadMessages.create,
    params: () => ({ id: lead_id }),
    table: 'lead_messages',
    body: () => ({ channel: 'whatsapp' }),
    other: { channel: 'email' },
  },
  {
    endpoint: messageTemplates.create,
    table: 'message_templates',
    body: () => ({ channel: 'whatsapp', name: 'Hello', body: 'Hello {name}' }),
    other: { name: 'Again' },
  },
  {
    endpoint: leadViews.create,
    table: 'lead_views',
    body: () => ({ name: 'New ones', address: 'status=new', filters: { status: 'new' }, is_shared: false }),
    other: { name: 'Others' },
  },
  { endpoint: products.create, table: 'products', body: () => ({ name: 'Sofa' }), other: { name: 'Chair' } },
];

const rowsOf = async (table: string): Promise<number> =>
  await app.database.asOwner(
    async (owner) => (await owner.query(`SELECT count(*)::int AS rows FROM alpha.${table}`)).rows[0].rows,
  );

for (const { endpoint, params, table, body, other } of ONCE) {
  test(`${endpoint.method} ${endpoint.path} repeated under its key makes one and answers it again`, async () => {
    const { manager, rep } = world.alpha;
    const call = async (sent: object, headers: Record<string, string>, person = manager) =>
      await app.call(endpoint, { body: sent, headers, ...(params && { params: params() }) }, person.token);
    const headers = { 'idempotency-key': 'form-1' };
    const before = await rowsOf(table);
    // Two presses of a button, and a third after an answer that never arrived.
    const replies = await Promise.all([call(body(), headers), call(body(), headers)]);
    replies.push(await call(body(), headers));
    const idOf = ({ body: { data } }: (typeof replies)[number]) => (data as unknown as { id: string }).id;
    assert.equal(new Set(replies.map(idOf)).size, 1, replies.map(({ text }) => text).join());
    assert.equal(replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true').length, 2);
    assert.equal(await rowsOf(table), before + 1);
    assert.equal((await call({ ...body(), ...other }, headers)).status, 409);
    assert.equal((await call(body(), { 'idempotency-key': 'two words' })).status, 422);
    assert.equal(await rowsOf(table), before + 1);
    // Another key, no key, or another person's key makes an object of its own.
    await call(body(), { 'idempotency-key': 'form-2' });
    await call(body(), {});
    const colleague = table === 'products' ? world.alpha.admin : rep;
    const theirs = await call(body(), headers, colleague);
    assert.equal(theirs.status, 201, theirs.text);
    assert.equal(idOf(await call(body(), headers, colleague)), idOf(theirs));
    assert.equal(await rowsOf(table), before + 4);
  });
}
