import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from './faults.ts';
import { torture } from './torture.ts';

/** `npm run torture -- --minutes 30` does the same for longer, in another order each time. */
test('whatever happens to servers, database, network and disk, acknowledged writes survive and nothing is half-written', async () => {
  const faults = Object.keys(FAULTS).filter((name) => name !== 'cut-off database, for long');
  const { violations, table } = await torture({ seconds: 22, seed: 20261122, faults });
  assert.deepEqual(violations, []);
  const counts = new Map(table);
  assert.ok(Number(counts.get('leads acknowledged')) > 0, 'somebody worked');
});
