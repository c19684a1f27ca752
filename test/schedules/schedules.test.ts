import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlay } from '#test/schedules/play.ts';
import { withWorld } from '#test/world.ts';

/** A hundred seeds, among them those that find each of the races in `test/sabotage/errors/race-errors.ts`. */
const SEEDS = [
  { from: 1, count: 60 },
  { from: 101, count: 25 },
  { from: 151, count: 15 },
];

const { app, world } = await withWorld({}, { isMirrored: false });

test('a hundred random orders of simultaneous acts, with kills and leaps of the clock, lose nothing, repeat nothing and never deadlock', async () => {
  const { playAll, close } = await openPlay(app, world);
  for (const { from, count } of SEEDS) assert.equal(await playAll(from, count), undefined);
  await close();
});
