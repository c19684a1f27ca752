import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials } from '#web/lib/names/initials.ts';

test('first letters of the first and last word', () => {
  assert.equal(initials('asha sharma'), 'AS');
  assert.equal(initials('  Mehnaz S. Khan '), 'MK');
  assert.equal(initials('Denson'), 'D');
  assert.equal(initials(''), '');
});

test('a Devanagari letter keeps its vowel sign', () => {
  assert.equal(initials('रितु कुमार'), 'रिकु');
});
