import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { leads } from '#shared/leads/leads.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { keepActs } from '#web/api/kept/kept-acts.ts';
import { outboxOf } from '#web/api/outbox.ts';
import type { Act } from '#web/api/outbox.ts';
import { isWithdrawn } from '#web/lib/errors.ts';
import { checkOnline, orOffline } from '#web/lib/online.ts';

const params = { id: '019ac000-0000-7000-8000-000000000000' };
const note: Act = { endpoint: leadNotes.create, input: { params, body: { note: 'Called' } }, key: 'note' };
const edit: Act = { endpoint: leads.update, input: { params, body: { value: 5000 } }, key: 'edit' };
const newKey: Act = { endpoint: apiKeys.rotate, input: { params }, key: 'rotation' };

test('acts and edits of leads outlast their page, and no key is replaced behind its user’s back', async (context) => {
  const sent = Promise.withResolvers<string>();
  context.mock.method(globalThis, 'fetch', async (address: string) => {
    sent.resolve(address);
    return await new Promise<never>(() => {});
  });
  const queries = new QueryClient();
  const nothing = async () => await Promise.resolve();
  const read = async () => await Promise.resolve({ at: Date.now(), value: [newKey, note, edit] });
  const stop = keepActs({
    queries,
    store: { read, write: nothing, remove: nothing },
    owner: 'Asha',
    life: new AbortController().signal,
    writeDay: nothing,
  });
  assert.match(await sent.promise, /\/notes$/);
  void outboxOf(queries).take(newKey);
  assert.deepEqual(
    outboxOf(queries)
      .unsent()
      .map(({ key }) => key),
    ['note', 'edit'],
  );
  stop();
});

test('an answer that is shown only once is refused without a connection, in words, and not queued', async (context) => {
  context.mock.method(globalThis, 'fetch', async () => await Promise.resolve(new Response()));
  context.after(async () => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    assert.equal(await checkOnline(), true);
    Reflect.deleteProperty(navigator, 'onLine');
  });
  // Node's navigator is never online.
  assert.equal(await checkOnline(), false);
  const outbox = outboxOf(new QueryClient());
  const refusal = /^ApiError: You’re offline\. .* shown only once/;
  // A dialog that closes while its change waits meets the refusal instead.
  await assert.rejects(orOffline(outbox.post(newKey)), refusal);
  assert.equal(outbox.isBusy, false);
  for (const { summary, isShownOnce, path } of ENDPOINTS)
    assert.equal(isShownOnce ?? false, summary.includes('this once'), path);
});

test('a change is taken back until it is sent, and its call then fails as withdrawn', async (context) => {
  const sent = Promise.withResolvers<void>();
  context.mock.method(globalThis, 'fetch', async () => {
    sent.resolve();
    return await new Promise<never>(() => {});
  });
  const outbox = outboxOf(new QueryClient());
  const isMeant = ({ body }: { body: { note: string } }) => body.note !== 'Another';
  void outbox.take(note);
  await sent.promise;
  const second = outbox.take({ ...note, key: 'second' });
  void outbox.take({ ...note, input: { params, body: { note: 'Another' } }, key: 'third' });
  assert.equal(outbox.withdraw(leadNotes.create, isMeant), true);
  await assert.rejects(second, isWithdrawn);
  assert.equal(outbox.withdraw(leadNotes.create, isMeant), false);
  assert.deepEqual(
    outbox.unsent().map(({ key }) => key),
    ['note', 'third'],
  );
});

test('a later edit of a lead builds on the version that the one before it has made', async (context) => {
  const sent: unknown[] = [];
  const both = Promise.withResolvers<void>();
  context.mock.method(globalThis, 'fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    if (sent.length === 2) both.resolve();
    return await Promise.resolve(Response.json({ success: true, data: { ...params, version: 4 } }));
  });
  const outbox = outboxOf(new QueryClient());
  const edits = [
    { company_name: 'Rao', version: 3 },
    { location: 'Nashik', version: 3 },
  ];
  for (const [index, body] of edits.entries())
    void outbox.take({ ...edit, input: { params, body }, key: `edit ${index}` });
  await both.promise;
  assert.deepEqual(sent, [edits[0], { location: 'Nashik', version: 4 }]);
});
