import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inPercent } from '#shared/values/numbers.ts';

test('a share is shown as 0% or 100% only if it is exact', () => {
  const shares = [0, 0.001, 0.6, 1, 1.4, 37.5, 99, 99.2, 99.999, 100];
  assert.deepEqual(shares.map(inPercent), [
    '0%', '<1%', '<1%', '1%', '1%', '38%', '99%', '>99%', '>99%', '100%',
  ]); // prettier-ignore
});
