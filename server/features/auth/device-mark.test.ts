import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARK_DAYS, markedDevice, newDeviceMark } from '#server/features/auth/device-mark.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 20_000 * DAY;

test('a device mark names its browser only to its account and installation, until its last day', () => {
  const { mark } = newDeviceMark('key', 'asha', NOW);
  const device = markedDevice('key', 'asha', mark, NOW);
  assert.match(device ?? '', /^[\w-]{22}$/);
  assert.notEqual(markedDevice('key', 'asha', newDeviceMark('key', 'asha', NOW).mark, NOW), device);
  const end = NOW + MARK_DAYS * DAY;
  assert.equal(markedDevice('key', 'asha', mark, end - 1), device);
  assert.equal(markedDevice('key', 'asha', mark, end), undefined);
  for (const [key, user, text] of [
    ['key', 'bina', mark],
    ['other', 'asha', mark],
    ['key', 'asha', mark.replace('.20180.', '.20181.')],
    ['key', 'asha', `${mark}x`],
    ['key', 'asha', ''],
  ] as const)
    assert.equal(markedDevice(key, user, text, NOW), undefined, text);
});
