import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { whenCalm } from '#server/http/plugins.ts';
import { withApp } from '#test/app.ts';

const app = await withApp({ longestLag: 20 });

/** Keeps the event loop busy for a tenth of a second, in which nothing else runs. */
async function lag(): Promise<void> {
  for (const until = performance.now() + 100; performance.now() < until;);
  await turn();
}

test('a server whose event loop lags refuses requests as busy and answers probes', async () => {
  const answer = async (path: string) => await app.app.inject(path);
  let refused = await answer('/api/nowhere');
  for (let times = 0; times < 100 && refused.statusCode !== 503; times += 1) {
    await lag();
    refused = await answer('/api/nowhere');
  }
  const { code, message } = refused.json<{ code: string; message: string }>();
  assert.deepEqual([code, message], ['busy', 'The server is busy. Please try again in a moment.']);
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal((await answer('/api/health/live')).statusCode, 200);
});

test('a server that has waited for its event loop does not refuse the next request', async () => {
  while (!app.app.isUnderPressure()) await lag();
  await whenCalm(app.app);
  assert.equal((await app.app.inject('/api/nowhere')).statusCode, 404);
});
