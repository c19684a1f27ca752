import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteRequest, watchActs, whenQuiet } from '#web/lib/quiet.ts';

test('work for later waits for the answers that somebody waits for', async () => {
  const answer = Promise.withResolvers<string>();
  const asked = noteRequest(answer.promise);
  const order: string[] = [];
  const later = whenQuiet().then(() => order.push('later'));
  answer.resolve('answered');
  order.push(await asked);
  await later;
  assert.deepEqual(order, ['answered', 'later']);
  const lost = noteRequest(Promise.reject(new Error('lost')));
  await assert.rejects(lost, /lost/);
  await whenQuiet();
});

test('work for later waits until the user has done nothing for a while', async (context) => {
  const { mock } = context;
  let now = 10_000;
  let act = () => {};
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { addEventListener: (_: string, heard: () => void) => (act = heard) });
  context.after(() => Reflect.deleteProperty(globalThis, 'addEventListener'));
  watchActs();
  act();
  let isQuiet = false;
  const quiet = whenQuiet(2000).then(() => (isQuiet = true));
  const pass = async (time: number) => {
    now += time;
    mock.timers.tick(250);
    await Promise.resolve();
  };
  await pass(1500);
  act();
  await pass(1500);
  assert.equal(isQuiet, false);
  await pass(500);
  await quiet;
});
