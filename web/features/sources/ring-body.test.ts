import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RING_PRESETS } from '#shared/activities/telephony.ts';
import { bodyOf, bodyText } from '#web/features/sources/ring-body.ts';

test('every preset of a ring request is the same after it was written as text', () => {
  for (const [kind, preset] of Object.entries(RING_PRESETS))
    if (preset) assert.deepEqual(bodyOf(bodyText(preset.body)), preset.body, kind);
});

test('a typed line is a name up to its first equals sign, and blank lines are none', () => {
  assert.deepEqual(bodyOf('From={{agent}}\n\n  Twiml = <Dial callerId="1"> \nRecord'), {
    From: '{{agent}}',
    Twiml: '<Dial callerId="1">',
    Record: '',
  });
});
