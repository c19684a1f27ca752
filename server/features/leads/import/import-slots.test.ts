import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyImports, inImportSlot } from './import-slots.ts';

const never = new AbortController().signal;

/** An import of this client that ends when it is told to. */
function runningImport(owner: string, signal = never) {
  const end = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const done = inImportSlot(owner, signal, async () => {
    begun.resolve();
    return await end.promise;
  });
  return { begun: begun.promise, done, end: () => end.resolve(owner) };
}

test('one import of a client runs and one waits; the third is told to come back, and other clients run meanwhile', async () => {
  const first = runningImport('greedy');
  await first.begun;
  const second = runningImport('greedy');
  await assert.rejects(runningImport('greedy').done, (error) => error instanceof TooManyImports);
  // The place that is free is not for a second import of the same client.
  const other = runningImport('other');
  await other.begun;
  other.end();
  assert.equal(await other.done, 'other');
  const another = runningImport('another');
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

test('who waited longest is next, whoever sends more; who hangs up while waiting leaves the line', async () => {
  const greedy = runningImport('greedy');
  const other = runningImport('other');
  await Promise.all([greedy.begun, other.begun]);
  const order: string[] = [];
  const gone = new AbortController();
  const waiting = [
    inImportSlot('third', never, async () => void order.push('third')),
    inImportSlot('gone', gone.signal, async () => void order.push('gone')),
    inImportSlot('greedy', never, async () => void order.push('greedy')),
    inImportSlot('fourth', never, async () => void order.push('fourth')),
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

test('a failed import gives its place back, and one whose caller is gone takes none', async () => {
  await assert.rejects(
    inImportSlot('one', never, async () => await Promise.reject(new Error('No database.'))),
    /No database/,
  );
  const gone = AbortSignal.abort(new Error('Too late.'));
  await assert.rejects(
    inImportSlot('one', gone, async () => assert.fail('It must not begin.')),
    /Too late/,
  );
  assert.equal(await inImportSlot('one', never, async () => 'runs'), 'runs');
});
