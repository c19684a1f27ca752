import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { TooManyRequests } from '#server/errors.ts';
import { FairSlots } from './fair-slots.ts';

const refusal = () => new TooManyRequests('Others are at work.', 10);
const RULES = { most: 2, mostPerOwner: 1, waiting: 8, waitingPerOwner: 1, refusal };
let slots: FairSlots;
// A failing test leaves its places taken.
beforeEach(() => {
  slots = new FairSlots(RULES);
});
const never = new AbortController().signal;

/** A task of this owner that ends on command. */
function running(owner: string, signal = never) {
  const end = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const done = slots.during(owner, signal, async () => {
    begun.resolve();
    return await end.promise;
  });
  return { begun: begun.promise, done, end: () => end.resolve(owner) };
}

test('an owner runs one task and queues one; a third is refused, and other owners run meanwhile', async () => {
  const first = running('greedy');
  await first.begun;
  const second = running('greedy');
  await assert.rejects(running('greedy').done, (error) => error instanceof TooManyRequests);
  // The free place is not for a second task of the same owner.
  const other = running('other');
  await other.begun;
  other.end();
  assert.equal(await other.done, 'other');
  const another = running('another');
  await another.begun;
  first.end();
  await second.begun;
  another.end();
  second.end();
  assert.deepEqual(await Promise.all([first.done, second.done, another.done]), [
    'greedy',
    'greedy',
    'another',
  ]);
});

test('the longest waiter is next, whoever sends more, and a caller that hangs up leaves the queue', async () => {
  const greedy = running('greedy');
  const other = running('other');
  await Promise.all([greedy.begun, other.begun]);
  const order: string[] = [];
  const gone = new AbortController();
  const waiting = [
    slots.during('third', never, async () => void order.push('third')),
    slots.during('gone', gone.signal, async () => void order.push('gone')),
    slots.during('greedy', never, async () => void order.push('greedy')),
    slots.during('fourth', never, async () => void order.push('fourth')),
  ];
  gone.abort(new Error('Gone while waiting.'));
  other.end();
  await assert.rejects(waiting[1] ?? greedy.done, /Gone while waiting/);
  await Promise.all([waiting[0], waiting[3]]);
  assert.deepEqual(order, ['third', 'fourth']);
  greedy.end();
  await Promise.all([waiting[2], greedy.done, other.done]);
  assert.deepEqual(order, ['third', 'fourth', 'greedy']);
});

test('a failed task frees its slot, and a task whose caller has hung up takes none', async () => {
  await assert.rejects(
    slots.during('one', never, async () => await Promise.reject(new Error('No database.'))),
    /No database/,
  );
  const gone = AbortSignal.abort(new Error('Too late.'));
  await assert.rejects(
    slots.during('one', gone, async () => assert.fail('It must not begin.')),
    /Too late/,
  );
  assert.equal(await slots.during('one', never, async () => 'runs'), 'runs');
});

test('a caller that waits too long is refused and leaves the queue', async () => {
  const impatient = new FairSlots({ ...RULES, patience: 1 });
  const release = await impatient.take('one');
  await assert.rejects(impatient.take('one'), { message: 'Others are at work.', status: 429 });
  release();
  assert.equal(typeof (await impatient.take('one')), 'function');
});
