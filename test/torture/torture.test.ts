import assert from 'node:assert/strict';
import { test } from 'node:test';
import { torture } from './torture.ts';

/**
 * The faults that no test of one fault covers; `npm run torture -- --minutes 30` has them all, for longer, and in
 * another order each time.
 */
const FAULTS = ['kill -9 of both servers', 'cut-off database', 'full disk', 'kill -9 of a backend'];

test('whatever happens to servers, database, network and disk, acknowledged writes survive and nothing is half-written', async () => {
  const { violations, table } = await torture({ seconds: 9, seed: 20261122, faults: FAULTS });
  assert.deepEqual(violations, []);
  const counts = new Map(table);
  assert.ok(Number(counts.get('leads acknowledged')) > 0, 'somebody worked');
});
