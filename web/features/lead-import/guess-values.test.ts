import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INTEREST_LEVELS, SOURCE_OPTIONS } from '#shared/fields/lead-options.ts';
import { guessOption, guessOwner } from '#web/features/lead-import/guess-values.ts';

test('sources and interest levels are guessed by the words of their options', () => {
  assert.equal(guessOption('Employee Referral', SOURCE_OPTIONS), 'referral');
  assert.equal(guessOption('No website', SOURCE_OPTIONS), undefined);
  assert.equal(guessOption('Super hot', INTEREST_LEVELS), 'high');
  assert.equal(guessOption('boiling', INTEREST_LEVELS), undefined);
});

test('an owner is guessed only when exactly one colleague matches', () => {
  const colleagues = ['Rohan Mehta', 'Rahul Mehta', 'Asha Rao'].map((label) => ({ value: label, label }));
  assert.equal(guessOwner('Mehta, Rohan', colleagues), 'Rohan Mehta');
  assert.equal(guessOwner('A. Rao', colleagues), 'Asha Rao');
  assert.equal(guessOwner('asha.rao@old.in', colleagues), 'Asha Rao');
  assert.equal(guessOwner('Asha', colleagues), 'Asha Rao');
  assert.equal(guessOwner('R. Mehta', colleagues), undefined);
  assert.equal(guessOwner('Sunil Rao', colleagues), undefined);
  assert.equal(guessOwner('A. R.', colleagues), undefined);
});
