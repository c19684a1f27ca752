import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlay } from '#test/schedules/play.ts';
import { withWorld } from '#test/world.ts';

/** Seeds that find the races in `test/sabotage/errors/race-errors.ts`, most of them twice. */
const FINDING = [
  [23, 152, 153],
  [9, 60],
  [32, 114],
  [52],
  [26, 1218],
  [38, 44],
  [120, 232],
  [107, 254],
  [160, 686],
].flat();
/** Others, so that acts of every kind meet. */
const OTHERS = [1, 2, 16, 17, 18, 22, 29, 36, 41, 101, 109, 110, 119, 124, 151, 161];

const { app, world } = await withWorld({}, { isMirrored: false });

test('random orders of simultaneous acts, with kills and leaps of the clock, lose nothing, repeat nothing and never deadlock', async () => {
  const { playAll, close } = await openPlay(app, world);
  assert.equal(await playAll([...FINDING, ...OTHERS]), undefined);
  await close();
});
