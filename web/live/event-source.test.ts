import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { listenLive } from '#web/live/event-source.ts';

/** The first events of a stream whose calls are answered like this, in turn. */
async function heard(t: TestContext, answers: (() => Response)[], isLate: boolean): Promise<string[]> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const said: string[] = [];
  t.mock.method(globalThis, 'fetch', async () => {
    // The pause after a failed call.
    setImmediate(() => stop.signal.aborted || t.mock.timers.tick(1000));
    return answers.shift()?.() ?? fails();
  });
  const tell = ({ type }: LiveEvent) => {
    said.push(type);
    if (type === 'changed') resolve(said);
  };
  void listenLive(tell, { signal: stop.signal, isLate });
  const found = await promise;
  stop.abort();
  return found;
}

const opens = () => new Response('data: {"type":"changed"}\n');
const fails = () => {
  throw new TypeError('Failed to fetch');
};

test('a page is told what it missed when its stream opens late: after a failure, or in place of another tab’s', async (t) => {
  await t.test('at once', async (part) => assert.deepEqual(await heard(part, [opens], false), ['changed']));
  await t.test('after a failure', async (part) =>
    assert.deepEqual(await heard(part, [fails, opens], false), ['missed', 'changed']),
  );
  await t.test('in place of another', async (part) =>
    assert.deepEqual(await heard(part, [opens], true), ['missed', 'changed']),
  );
});
