import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlay } from '#test/schedules/play.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld({}, { isMirrored: false });

test('a hundred random orders of simultaneous acts, with kills and leaps of the clock, lose nothing, repeat nothing and never deadlock', async () => {
  const { playAll, close } = await openPlay(app, world);
  const broken = await playAll(1, 100);
  await close();
  assert.equal(broken, undefined);
});
