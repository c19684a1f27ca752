import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColoured, optionTone } from '#shared/fields/option-tones.ts';

test('a chosen colour wins over the meaning, the meaning over the name, and the rest is neutral', () => {
  const options = [
    { value: 'new', label: 'New', tone: 'pink' as const, meaning: 'lost' as const },
    { value: 'contacted', label: 'Enrolled', meaning: 'won' as const },
    { value: 'closed-lost', label: 'Gone', meaning: 'open' as const },
  ];
  assert.equal(optionTone('status', 'new', options), 'pink');
  assert.equal(optionTone('status', 'contacted', options), 'green');
  assert.equal(optionTone('status', 'closed_lost', options), 'neutral');
  assert.equal(optionTone('status', 'qualified', options), 'teal');
  assert.equal(optionTone('status', 'closed_lost'), 'red');
  assert.equal(optionTone('status', 'anything'), 'neutral');
});

test('only a status has a meaning, and `-` and `_` are equivalent', () => {
  assert.equal(optionTone('source', 'won'), 'neutral');
  assert.equal(optionTone('source', 'Social-Media'), 'pink');
  assert.equal(optionTone('source', 'cold-call', [{ value: 'cold_call', label: 'C', tone: 'red' }]), 'red');
  assert.deepEqual([isColoured('interest_level'), isColoured('gender')], [true, false]);
});
