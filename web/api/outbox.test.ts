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
